import type { SearchSchemaInput } from '@tanstack/react-router'

export interface CheckoutSearch {
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
