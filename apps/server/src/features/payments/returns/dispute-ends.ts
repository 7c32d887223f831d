import type { Stripe } from 'stripe'

type Decided = Pick<Stripe.Dispute, 'status' | 'balance_transactions'>

/** Tells whether the money of a dispute is gone for good. One that was prevented may have been paid to the cardholder by the network, or not at all. */
export const isLost = ({ status, balance_transactions: moved }: Decided): boolean =>
  status === 'lost' ||
  (status === 'prevented' && moved.some(({ amount }) => amount < 0) && !moved.some(({ amount }) => amount > 0))

/** Tells whether the money of a dispute came back, or never left. */
export const isUndone = (dispute: Decided): boolean =>
  dispute.status === 'won' || (dispute.status === 'prevented' && !isLost(dispute))
