import type { charges } from '@escola/contract/charges.contract'
import type { ResponseInput } from '@escola/contract/route'
import { monthOf } from '@escola/contract/time'
import type { School } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { findDue } from '../../jobs/scheduled-jobs.ts'
import { readPlan } from '../plans/plans.service.ts'
import { countCharged, findMonth } from './student-charges.queries.ts'
import type { ChargeTools } from './student-charges.service.ts'

/** Reads how many of the present month's free places are taken; null where nothing is charged, and while the month's run, which takes places, is due. */
export const readMonthStudents = (
  school: School,
  { billing, now }: ChargeTools,
): Promise<ResponseInput<typeof charges.month>> =>
  school.tx(async (db) => {
    if (!billing.isOn) return { month_students: null }
    const month = monthOf(now())
    const row = await findMonth(db, month)
    const due = row ? undefined : await findDue(db, jobs.runCharges)
    if (due && due <= now()) return { month_students: null }
    const { freeStudents: free } = await readPlan(db)
    const counted = row?.places ?? 0
    return { month_students: { counted, charged: counted > free ? await countCharged(db, month) : 0, free } }
  })
