/** Names that Brazilian platforms give to what a sale says. */
export const aliases = {
  event: ['event', 'event_name', 'event_type', 'webhook_event_type', 'evento', 'tipoEvento', 'type', 'action'],
  status: [
    ...['status', 'order_status', 'sale_status', 'payment_status', 'purchase.status', 'status_transacao'],
    ...['trans_status', 'venda.status', 'status_name', 'current_status'],
  ],
  transaction: [
    ...['transaction', 'transaction_id', 'transacao', 'order_id', 'sale_id', 'code', 'trans_key', 'trans_cod'],
    ...['order.hash', 'transaction.hash', 'Purchase.PaymentId', 'payment_id', 'venda.codigo', 'codigo_venda'],
    ...['invoice_id', 'reference', 'refId'],
  ],
  subscription: [
    ...['subscription.id', 'subscription_id', 'subscription_code', 'subscriber.code', 'subs_key', 'contract.id'],
    ...['recurrence_cod', 'assinatura.codigo'],
  ],
  product: [
    ...['product_id', 'product.id', 'product.code', 'product.product_id', 'product.internal_id'],
    ...['product.marketplace_id', 'product.short_id', 'product_key', 'product_code', 'product_cod', 'codigo_produto'],
    ...['produto.codigo', 'produto.id', 'prod', 'item.product_id', 'items[].product_id', 'items[].id', 'products[].id'],
    'produtos[].codigo',
  ],
  offer: [
    ...['offer_id', 'offer.id', 'offer.code', 'offer_code', 'item.offer_id', 'item.offer_code', 'plan.code', 'plan.id'],
    ...['plan_key', 'codigo_plano', 'codigo_oferta', 'off'],
  ],
  productName: ['product_name', 'product.name', 'nome_produto', 'prod_name', 'item.product_name'],
  occurredOn: [...['occurred_at', 'approved_date', 'paid_at', 'created_at', 'date_approved', 'data_finalizada']],
  /** Fields with the end of the paid period. Expiry dates are left out, because they may be those of a bill. */
  paidUntil: [
    ...['access_until', 'paid_until', 'next_payment', 'next_payment_date', 'next_charge', 'next_charge_date'],
    ...['date_next_charge', 'next_due', 'proxima_cobranca', 'acesso_ate'],
  ],
}
/** Paths of the objects that hold the fields of a subscription. */
export const subscriptions = [
  ...['', 'subscription.', 'assinatura.', 'subscription.customer_access.', 'subscriptions[].', 'contract.recurrence.'],
]

/** Paths of the student, which are read before those of the payer. */
export const students = ['student', 'aluno']
export const payers = ['buyer', 'customer', 'contact', 'client', 'comprador', 'member']
export const person = {
  name: ['name', 'full_name', 'nome'],
  email: ['email'],
  phone: ['phone', 'mobile', 'cellphone', 'cel', 'whatsapp', 'telefone', 'celular', 'checkout_phone', 'phone_number'],
  document: [
    ...['cpf', 'cnpj', 'document', 'document_number', 'docNumber', 'doc', 'taxnumber', 'cpf_cnpj', 'cnpj_cpf'],
    ...['identification_number', 'identification.number'],
  ],
}
/** Fields of the payer, when no person stands as an object. */
export const flat = {
  name: ['client_name', 'nome_comprador', 'cus_name', ...person.name],
  email: ['email_comprador', 'client_email', 'cus_email', 'payer.email', 'email'],
  phone: [...person.phone, 'telefone_comprador', 'client_cel', 'cus_cel'],
  document: [...person.document, 'cpf_cnpj_comprador', 'client_documment', 'cus_taxnumber'],
}

/** Fields of a body in which platforms send their secret. */
export const secretNames = [
  ...['token', 'secret', 'api_token', 'api_key', 'chave_unica', 'basic_authentication', 'hottok', 'origin_secret'],
  'webhook_token',
]
