import { announceTrialEnd, collect, expireIncomplete, renew } from './billing/renewals.ts'
import type { Account, Task } from './core/account.ts'
import { expirePix } from './intents/pix.ts'
import { finishRefund } from './refunds.ts'

/** Does what the clock brings, by its kind. */
const performers: Record<string, (account: Account, id: string) => void> = {
  expire_pix: (account, id) => expirePix(account, account.find('payment_intents', id)),
  finish_refund: finishRefund,
  renew,
  trial_will_end: announceTrialEnd,
  finalize_invoice: collect,
  retry_invoice: collect,
  expire_incomplete: expireIncomplete,
}

export const performTask = (account: Account, { kind, id }: Task): void => performers[kind]?.(account, id)
