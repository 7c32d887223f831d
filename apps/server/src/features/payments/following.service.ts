import { dayMs } from '@escola/contract/durations'
import type { School } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { forEachSettled } from '../../jobs/for-each-settled.ts'
import { planNext } from '../../jobs/scheduled-jobs.ts'
import { requireProvider } from '../../payments/payment-provider.ts'
import type { PaymentTools } from './customers.service.ts'
import * as queries from './payments.queries.ts'
import { giveUpIntent, refreshPayment } from './payments.service.ts'

/** Time after which a job asks how a payment went, and then again and again while it is open. */
export const followMs = 90 * 1000
/** Time after which a payment that waits for its payer is given up. */
const longestOpenMs = dayMs

const openAtOnce = 50

/** Asks for the payments that are open, and again later as long as some are: the event of one may never come, and its payer may be gone. */
export async function followPayments(school: School, tools: PaymentTools, signal: AbortSignal): Promise<void> {
  const open = await school.tx((db) => queries.listOpen(db, openAtOnce))
  await forEachSettled(open, signal, async (payment) => {
    const isOld = tools.now().getTime() - payment.utc_tried_on.getTime() > longestOpenMs
    if (isOld && payment.way === 'card') await giveUpIntent(school, payment, requireProvider(tools), tools)
    else await refreshPayment(school, payment, tools)
  })
  await school.tx((db) =>
    planNext(db, jobs.followPayments, async () => {
      const [oldest] = await queries.listOpen(db, 1)
      return oldest && nextLook(oldest, tools.now())
    }),
  )
}

/** A payment that has been open for long is asked for less often. */
const nextLook = ({ utc_tried_on }: queries.PaymentRow, now: Date) =>
  new Date(now.getTime() + Math.max(followMs, Math.min((now.getTime() - utc_tried_on.getTime()) / 4, 900_000)))
