import { moneyOf } from '@escola/contract/money'
import { isMapped } from '@escola/contract/sales'
import type { AccountForecast } from '@escola/contract/sales-accounts.contract'
import type { SalesForecast, SoldProducts } from '@escola/contract/sales-forecast'
import type { SchoolDb } from '@escola/db'
import type { z } from 'zod'
import { notFound } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { BillingTools } from '../../core/tools.ts'
import { quoteAddition } from '../charges/quotes.service.ts'
import { countLivingBuyers, findPlatform, isEnded } from '../sales-accounts/sales-accounts.service.ts'
import * as queries from './integrations.queries.ts'

type ForecastTools = BillingTools

/** Computes what waits for a class and would come in, if it sold these products; nothing is written. */
export const forecastSales = (
  school: School,
  { cohortId, gateway, account_id, ids }: z.output<typeof SoldProducts> & { cohortId: string },
  tools: ForecastTools,
): Promise<SalesForecast> =>
  school.tx(async (db) => {
    const takes = await queries.findTaking(db, cohortId)
    if (takes === undefined) throw notFound()
    // The numbers of a platform that the school named are those of one account.
    if (ids.length === 0 || (isMapped(gateway) && account_id === undefined)) return nothing
    // Nothing comes in by a class or an account that takes no new purchases.
    if (!takes || (account_id !== undefined && (await isEnded(db, account_id)))) return nothing
    const sold = { cohort_id: cohortId, platform: gateway, account_id: account_id ?? '0', product_ids: ids }
    return forecastOf(db, await queries.findWaitingBuyers(db, [sold]), tools)
  })

/** Computes whom an account has brought, and what waits until the school sells by it again; nothing is written. */
export const forecastAccount = (
  school: School,
  { id }: { id: string },
  tools: ForecastTools,
): Promise<AccountForecast> =>
  school.tx(async (db) => {
    if ((await findPlatform(db, id)) === undefined) throw notFound()
    const isStopped = await isEnded(db, id)
    return {
      living_buyers: await countLivingBuyers(db, id),
      waiting: isStopped ? await forecastOf(db, await queries.findStoppedBuyers(db, id), tools) : nothing,
    }
  })

async function forecastOf(
  db: SchoolDb,
  { sales, places, userIds, unknown }: queries.WaitingBuyers,
  tools: ForecastTools,
): Promise<SalesForecast> {
  const { cents } = await quoteAddition(db, { userIds, unknown }, tools)
  return { sales, mails: places, cost: moneyOf(cents) }
}

const nothing: SalesForecast = { sales: 0, mails: 0, cost: moneyOf(0) }
