import { monthStart } from '@escola/contract/time'
import type { School } from '../../core/scope.ts'
import { findLastMonth, saveSums, sumAccounts } from './ledger-months.queries.ts'

/** Notes the sums of the school's accounts for the platform, which so never asks the nodes of all schools: of the last month that is noted and of each after it. */
export const noteMonths = (school: School): Promise<void> =>
  school.tx(async (db) => {
    const last = await findLastMonth(db)
    const sums = await sumAccounts(db, last ? monthStart(last) : new Date(0))
    if (sums.length > 0) await saveSums(db, sums)
  })
