import type { Stripe } from 'stripe'

/** Shapes of all that the stand-in answers and sends, by the word in their `object`; tests hold it to them. */
export interface Answers {
  balance_transaction: Stripe.BalanceTransaction
  charge: Stripe.Charge
  customer: Stripe.Customer | Stripe.DeletedCustomer
  dispute: Stripe.Dispute
  event: Omit<Stripe.EventBase, 'data'> & { data: { object: unknown; previous_attributes?: unknown } }
  invoice: Stripe.Invoice
  invoice_payment: Stripe.InvoicePayment
  line_item: Stripe.InvoiceLineItem
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  payment_method_configuration: Stripe.PaymentMethodConfiguration
  price: Stripe.Price
  product: Stripe.Product
  refund: Stripe.Refund
  setup_intent: Stripe.SetupIntent
  subscription: Stripe.Subscription
  subscription_item: Stripe.SubscriptionItem
}
