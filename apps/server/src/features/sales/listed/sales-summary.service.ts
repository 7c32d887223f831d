import type { SellingAccount } from '@escola/contract/purchase-list.contract'
import { firstDayOf } from '@escola/contract/purchase-list.contract'
import { dayStart } from '@escola/contract/time'
import type { School } from '../../../core/scope.ts'
import type { Clock } from '../../../core/tools.ts'
import { countUnread } from '../deliveries/unread-deliveries.queries.ts'
import { countSales } from '../sales.queries.ts'
import { listSelling, type SellingRow, sumPurchases } from './purchase-sums.queries.ts'

/** Sums up what the school sold, how its accounts are, and what waits. Days are those of São Paulo. */
export const summarizeSales = (school: School, { now }: Clock) =>
  school.tx(async (db) => {
    const [today, week] = [1, 7].map((days) => dayStart(firstDayOf(days, now()))) as [Date, Date]
    const [ofToday, ofWeek, refunds, accounts, unmatched, without_email, not_understood] = await Promise.all([
      sumPurchases(db, 'paid', today),
      sumPurchases(db, 'paid', week),
      sumPurchases(db, 'refunded', week),
      listSelling(db),
      countSales(db, { state: 'unmatched' }),
      countSales(db, { state: 'no_email' }),
      countUnread(db),
    ])
    return {
      today: ofToday,
      week: ofWeek,
      refunds,
      accounts: accounts.filter((row) => !row.isEnded || faultOf(row) !== null).map(toWireAccount),
      waiting: { unmatched, without_email, not_understood },
    }
  })

const toWireAccount = (row: SellingRow): SellingAccount => ({
  id: row.id,
  gateway: row.platform,
  title: row.title,
  utc_sold_on: row.soldOn?.toISOString() ?? null,
  fault: faultOf(row),
  needs_mapping: row.needsMapping,
})

const faultOf = ({ isTokenRefused, isRefused, isUnread }: SellingRow): SellingAccount['fault'] =>
  isTokenRefused ? 'token' : isRefused ? 'refused' : isUnread ? 'unread' : null
