import type { SchoolDb } from '@escola/db'
import type { Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { scheduleJob } from '../../jobs/scheduled-jobs.ts'
import { isRenewing, payByPix } from './subscription-states.ts'
import { lockSubscription, updateSubscription } from './subscriptions.queries.ts'

/**
 * Has the plan that a removed card was to pay be paid with Pix codes, unless a renewal is open, which another card may still pay, or the card is being charged
 * for it.
 */
export async function payWithoutCard(db: SchoolDb, id: string, { now }: Clock): Promise<void> {
  const row = await lockSubscription(db)
  if (row?.method_id !== id || row.invoice_plan_id !== null || isRenewing(row, now())) return
  await updateSubscription(db, payByPix)
  await scheduleJob(db, jobs.followSubscription, now())
}
