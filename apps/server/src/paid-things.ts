import type { PaymentTools } from './features/payments/customers.service.ts'
import { settlePack } from './features/payments/settling.service.ts'
import { planPort } from './features/subscriptions/plan-port.service.ts'
import { settlePlan } from './features/subscriptions/plan-settling.service.ts'

/** Things that are paid for: each feature adds what a settled payment of it gives, by the payment's purpose. */
export const paidThings: Pick<PaymentTools, 'settlers' | 'plans'> = {
  settlers: {
    pack: settlePack,
    first_month: settlePlan,
    upgrade: settlePlan,
    month_code: settlePlan,
    renewal: settlePlan,
    overdue_month: settlePlan,
  },
  plans: planPort,
}
