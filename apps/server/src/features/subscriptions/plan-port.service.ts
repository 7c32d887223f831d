import { AppError } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { PaymentTarget, PaymentTools, PlanOrder, PlanPort } from '../payments/customers.service.ts'
import type { PaymentRow } from '../payments/payment-rows.service.ts'
import { listLeftOpen } from './invoices.service.ts'
import { payWithoutCard } from './plan-cards.service.ts'
import { listFaults } from './plan-proof.service.ts'
import { quoteOverdueMonth, quotePlan } from './plan-quotes.service.ts'
import { agreedCents } from './proration.ts'
import { findSubscription } from './subscriptions.queries.ts'
import { stepDown } from './subscriptions.service.ts'
import { receiveInvoice } from './take-over.service.ts'

async function findTarget(
  school: School,
  { item, way, cents, known }: PlanOrder,
  tools: PaymentTools,
): Promise<PaymentTarget | undefined> {
  if (known?.purpose === 'renewal') return findRenewalTarget(school, known, way)
  const overdue = way === 'card' ? await quoteOverdueMonth(school, item, tools) : undefined
  const quote = overdue ?? (await quotePlan(school, item, tools))
  return quote && { purpose: quote.purpose, cents: agreedCents(quote, cents), until: quote.until }
}

/** Finds what a payer pays who has the month of the card paid in its grace. A code in its place is asked for on the page of plans. */
async function findRenewalTarget(
  school: School,
  { id, cents }: PaymentRow,
  way: PlanOrder['way'],
): Promise<PaymentTarget> {
  const row = await school.tx(findSubscription)
  if (way !== 'card' || row?.payment_id !== id) throw new AppError('plan_is_overdue')
  return { purpose: 'renewal', cents, until: null }
}

/** Answers of the monthly plans to the feature that takes their money. */
export const planPort: PlanPort = {
  findTarget,
  stepDown,
  payWithoutCard,
  recordInvoice: receiveInvoice,
  listFaults,
  listLeftOpen,
}
