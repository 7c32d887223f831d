import type { PayableItem } from '@escola/contract/prices'
import type { QueryClient } from '@tanstack/react-query'
import { readOpenPayment } from '../features/payments/open-payment.ts'
import { paymentQueries } from '../features/payments/payments.queries.ts'

/** Loads what a checkout reads, and the payment that is open or that the address names. */
export function loadCheckout(client: QueryClient, schoolId: string, item: PayableItem, asked: string | undefined) {
  const paymentId = asked ?? readOpenPayment(schoolId, item)
  return Promise.all([
    client.ensureQueryData(paymentQueries.methods(schoolId)),
    paymentId && client.ensureQueryData(paymentQueries.payment(schoolId, paymentId)),
  ])
}
