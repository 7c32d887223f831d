import { monthOf, monthStart } from '@escola/contract/time'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { spanOf } from './ledger.queries.ts'
import { saveSums, sumAccounts } from './ledger-months.queries.ts'

/** Notes the sums of the school's accounts in this month and the one before for the platform, which so never asks the nodes of all schools. */
export const noteMonths = (school: School, { now }: Pick<Tools, 'now'>): Promise<void> =>
  school.tx(async (db) => {
    const month = monthOf(now())
    const before = monthOf(new Date(monthStart(month).getTime() - 1))
    for (const each of [before, month]) {
      const sums = await sumAccounts(db, spanOf(each)!)
      if (sums.length > 0) await saveSums(db, each, sums)
    }
  })
