import { Id } from '@escola/contract/wire'
import { z } from 'zod'
import { daily, defineJob } from '../job-definition.ts'

/** Jobs of what sales platforms deliver, and of their buyers; a part of the catalogue. */
export const saleJobs = {
  /** A buyer has paid and waits. A launch sells thousands at once, so sales have a queue to themselves. */
  processSale: defineJob({
    name: 'sales.process',
    queue: 'sales',
    plans: 'kept',
    payload: z.object({ saleId: Id }),
    retries: 'purchases',
  }),
  /** The fields of an account's deliveries got a meaning, or a new one: deliveries that opened nothing are processed again. */
  repeatAccountSales: defineJob({
    name: 'sales.repeat_account',
    queue: 'sales',
    payload: z.object({ accountId: Id }),
    retries: 'purchases',
  }),
  /** A class sells more than before: the sales that waited for one of these products are done again. */
  repeatSoldSales: defineJob({
    name: 'sales.repeat_sold',
    queue: 'sales',
    payload: z.object({ cohortId: Id }),
    retries: 'purchases',
  }),
  /** The school sells by an account again: the sales that waited for that are done again. */
  repeatResumedSales: defineJob({
    name: 'sales.repeat_resumed',
    queue: 'sales',
    payload: z.object({ accountId: Id }),
    retries: 'purchases',
  }),
  /** Charges follow their subscribers, whatever is sold: charges that waited for a class to sell them are processed again, once after the upgrade. */
  repeatFollowedSales: defineJob({
    name: 'sales.repeat_followed',
    queue: 'sales',
    payload: z.object({}),
    retries: 'purchases',
  }),
  /** A buyer waits for a mail. The answer must not say whether there is such a purchase, so the job looks. */
  answerPurchaseHelp: defineJob({
    name: 'sales.answer_help',
    queue: 'urgent',
    payload: z.object({ sealedCode: z.string() }),
    retries: 'awaited',
    erasesPayload: true,
  }),
  /** A mail to a buyer who is no member of the school, so that no message can be theirs. */
  mailBuyer: defineJob({
    name: 'sales.tell_buyer',
    queue: 'urgent',
    payload: z.object({ sealedMail: z.string() }),
    retries: 'delivery',
    erasesPayload: true,
  }),
  forgetOldSales: defineJob({ name: 'sales.forget_old', ...daily }),
  settleSalesReport: defineJob({
    name: 'sales_reports.settle',
    queue: 'imports',
    payload: z.object({ reportId: Id }),
    retries: 'ownRows',
  }),
  forgetOldSalesReports: defineJob({ name: 'sales_reports.forget_old', ...daily }),
}
