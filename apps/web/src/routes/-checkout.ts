import type { PayableItem } from '@escola/contract/prices'
import type { QueryClient } from '@tanstack/react-query'
import type { SearchSchemaInput } from '@tanstack/react-router'
import { readOpenPayment } from '../features/payments/open-payment.ts'
import { paymentQueries } from '../features/payments/payments.queries.ts'

interface CheckoutSearch {
  /** Payment that the address shows. */
  pagamento?: string
}

/** Search of a checkout: a payment that was made stands in its address, so that a reload shows its end again. */
export const checkoutSearch = {
  validateSearch: ({ pagamento }: CheckoutSearch & SearchSchemaInput): CheckoutSearch => ({
    pagamento: typeof pagamento === 'string' && /^[\w:-]{8,64}$/.test(pagamento) ? pagamento : undefined,
  }),
  loaderDeps: ({ search }: { search: CheckoutSearch }) => search,
}

/** Loads what a checkout reads, and the payment that is open or that the address names. */
export function loadCheckout(client: QueryClient, schoolId: string, item: PayableItem, asked: string | undefined) {
  const paymentId = asked ?? readOpenPayment(schoolId, item)
  return Promise.all([
    client.ensureQueryData(paymentQueries.methods(schoolId)),
    paymentId && client.ensureQueryData(paymentQueries.payment(schoolId, paymentId)),
  ])
}
