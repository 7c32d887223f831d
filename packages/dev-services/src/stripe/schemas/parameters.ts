import type { Stripe } from 'stripe'

/** Parameters of every operation that the stand-in has, in the package's own types; what isn't here is no address of it. */
export interface Parameters {
  'POST /v1/customers': Stripe.CustomerCreateParams
  'GET /v1/customers': Stripe.CustomerListParams
  'GET /v1/customers/:id': Stripe.CustomerRetrieveParams
  'POST /v1/customers/:id': Stripe.CustomerUpdateParams
  'DELETE /v1/customers/:id': Stripe.CustomerDeleteParams
  'GET /v1/customers/:id/payment_methods': Stripe.CustomerListPaymentMethodsParams
  'GET /v1/customers/:id/payment_methods/:id': Stripe.CustomerRetrievePaymentMethodParams

  'POST /v1/payment_methods': Stripe.PaymentMethodCreateParams
  'GET /v1/payment_methods': Stripe.PaymentMethodListParams
  'GET /v1/payment_methods/:id': Stripe.PaymentMethodRetrieveParams
  'POST /v1/payment_methods/:id/attach': Stripe.PaymentMethodAttachParams
  'POST /v1/payment_methods/:id/detach': Stripe.PaymentMethodDetachParams

  'POST /v1/setup_intents': Stripe.SetupIntentCreateParams
  'GET /v1/setup_intents': Stripe.SetupIntentListParams
  'GET /v1/setup_intents/:id': Stripe.SetupIntentRetrieveParams
  'POST /v1/setup_intents/:id/confirm': Stripe.SetupIntentConfirmParams
  'POST /v1/setup_intents/:id/cancel': Stripe.SetupIntentCancelParams

  'POST /v1/payment_intents': Stripe.PaymentIntentCreateParams
  'GET /v1/payment_intents': Stripe.PaymentIntentListParams
  'GET /v1/payment_intents/:id': Stripe.PaymentIntentRetrieveParams
  'POST /v1/payment_intents/:id/confirm': Stripe.PaymentIntentConfirmParams
  'POST /v1/payment_intents/:id/cancel': Stripe.PaymentIntentCancelParams

  'GET /v1/payment_method_configurations': Stripe.PaymentMethodConfigurationListParams

  'POST /v1/products': Stripe.ProductCreateParams
  'GET /v1/products': Stripe.ProductListParams
  'GET /v1/products/:id': Stripe.ProductRetrieveParams
  'POST /v1/products/:id': Stripe.ProductUpdateParams

  'POST /v1/prices': Stripe.PriceCreateParams
  'GET /v1/prices': Stripe.PriceListParams
  'GET /v1/prices/:id': Stripe.PriceRetrieveParams
  'POST /v1/prices/:id': Stripe.PriceUpdateParams

  'POST /v1/subscriptions': Stripe.SubscriptionCreateParams
  'GET /v1/subscriptions': Stripe.SubscriptionListParams
  'GET /v1/subscriptions/:id': Stripe.SubscriptionRetrieveParams
  'POST /v1/subscriptions/:id': Stripe.SubscriptionUpdateParams
  'DELETE /v1/subscriptions/:id': Stripe.SubscriptionCancelParams

  'POST /v1/invoices/create_preview': Stripe.InvoiceCreatePreviewParams
  'GET /v1/invoices': Stripe.InvoiceListParams
  'GET /v1/invoices/:id': Stripe.InvoiceRetrieveParams
  'POST /v1/invoices/:id/finalize': Stripe.InvoiceFinalizeInvoiceParams
  'POST /v1/invoices/:id/pay': Stripe.InvoicePayParams
  'POST /v1/invoices/:id/void': Stripe.InvoiceVoidInvoiceParams
  'GET /v1/invoice_payments': Stripe.InvoicePaymentListParams

  'POST /v1/refunds': Stripe.RefundCreateParams
  'GET /v1/refunds': Stripe.RefundListParams
  'GET /v1/refunds/:id': Stripe.RefundRetrieveParams

  'GET /v1/charges': Stripe.ChargeListParams
  'GET /v1/charges/:id': Stripe.ChargeRetrieveParams
  'GET /v1/disputes': Stripe.DisputeListParams
  'GET /v1/disputes/:id': Stripe.DisputeRetrieveParams
  'GET /v1/balance_transactions': Stripe.BalanceTransactionListParams
  'GET /v1/balance_transactions/:id': Stripe.BalanceTransactionRetrieveParams
  'GET /v1/events': Stripe.EventListParams
  'GET /v1/events/:id': Stripe.EventRetrieveParams
}

export type Operation = keyof Parameters
