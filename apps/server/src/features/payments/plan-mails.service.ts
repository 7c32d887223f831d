import type { planWays } from '@escola/contract/payments.contract'
import { type PaidPlanId, plans } from '@escola/contract/prices'
import type { SchoolDb } from '@escola/db'
import { forecastRun } from '../charges/student-charges.service.ts'
import { queueMessages } from '../messages/messages.service.ts'
import type { PaymentTools } from './customers.service.ts'
import { listReceivers } from './payments.queries.ts'

type MailTools = Pick<PaymentTools, 'now' | 'billing'>

interface Reminder {
  planId: PaidPlanId
  way: (typeof planWays)[number]
  graceEndsOn: Date
  number: number
}

const recipientsOf = async (db: SchoolDb, key: string) =>
  (await listReceivers(db, null)).map((userId) => ({ userId, dedupeKey: `${key}:${userId}` }))

/** Tells the administrators that a renewal failed, until when it can be paid, and what the next run charges without the plan. */
export async function remind(
  db: SchoolDb,
  { planId, way, graceEndsOn, number }: Reminder,
  tools: MailTools,
): Promise<void> {
  const forecast = await forecastRun(db, { plan: plans.onDemand, after: graceEndsOn }, tools)
  await queueMessages(
    db,
    {
      kind: 'renewal_failed',
      params: { planId, way, ...forecast, utc_ends_on: graceEndsOn.toISOString() },
      recipients: await recipientsOf(db, `renewal_failed:${graceEndsOn.toISOString()}:${number}`),
    },
    tools,
  )
}

/** Tells the administrators that the code of the next month is there. */
export async function tellOfCode(
  db: SchoolDb,
  { payment, planId, paidUntil }: { payment: { id: string }; planId: PaidPlanId; paidUntil: Date },
  tools: MailTools,
): Promise<void> {
  await queueMessages(
    db,
    {
      kind: 'plan_pix_code',
      params: { planId, cents: plans[planId].eachMonth, utc_paid_until: paidUntil.toISOString() },
      recipients: await recipientsOf(db, `plan_pix_code:${payment.id}`),
    },
    tools,
  )
}
