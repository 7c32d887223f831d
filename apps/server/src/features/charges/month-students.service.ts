import type { charges } from '@escola/contract/charges.contract'
import type { ResponseInput } from '@escola/contract/route'
import { monthOf } from '@escola/contract/time'
import type { School } from '../../core/scope.ts'
import { readPlan } from '../plans/plans.service.ts'
import { findUsed } from './student-charges.queries.ts'
import type { ChargeTools } from './student-charges.service.ts'

/** Reads how many of the present month's free places are taken. Nothing is counted for it: the month's row has the numbers. */
export const readMonthStudents = (
  school: School,
  { billing, now }: ChargeTools,
): Promise<ResponseInput<typeof charges.month>> =>
  school.tx(async (db) => {
    if (!billing.isOn) return { month_students: null }
    const { freeStudents: free } = await readPlan(db)
    const used = await findUsed(db, monthOf(now()))
    return { month_students: { counted: used?.places ?? 0, charged: used?.charged ?? 0, free } }
  })
