import type { School } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { forEachSettled } from '../../jobs/for-each-settled.ts'
import { planNext } from '../../jobs/scheduled-jobs.ts'
import { requireProvider } from '../../payments/payment-provider.ts'
import type { PaymentTools } from './customers.service.ts'
import { followMs, isGivenUp } from './payment-decision.ts'
import * as queries from './payments.queries.ts'
import { giveUpIntent, refreshPayment } from './payments.service.ts'

const openAtOnce = 50

/**
 * Asks for the payments that may take money, and again later as long as some may: the event of one may never come, and its payer may be gone. Those are the
 * open ones, and the failed ones whose intents are not over.
 */
export async function followPayments(school: School, tools: PaymentTools, signal: AbortSignal): Promise<void> {
  const until = tools.now()
  const followed = await school.tx(async (db) => [
    ...(await queries.listOpen(db, openAtOnce)),
    ...(await queries.listLooks(db, { until, limit: openAtOnce })),
  ])
  await forEachSettled(followed, signal, async (payment) => {
    if (isGivenUp(payment, tools.now())) await giveUpIntent(school, payment, requireProvider(tools), tools)
    else await refreshPayment(school, payment, tools)
  })
  await school.tx((db) =>
    planNext(db, jobs.followPayments, async () => {
      const [oldest] = await queries.listOpen(db, 1)
      const [failed] = await queries.listLooks(db, { limit: 1 })
      const looks = [oldest && nextLook(oldest, tools.now()), failed?.utc_look_on].filter((look) => look != null)
      return looks.toSorted((one, other) => one.getTime() - other.getTime())[0]
    }),
  )
}

/** A payment that has been open for long is asked for less often. */
const nextLook = ({ utc_tried_on }: queries.PaymentRow, now: Date) =>
  new Date(now.getTime() + Math.max(followMs, Math.min((now.getTime() - utc_tried_on.getTime()) / 4, 900_000)))
