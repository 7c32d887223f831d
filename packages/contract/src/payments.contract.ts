import { z } from 'zod'
import { Bank } from './ledger.contract.ts'
import { cleanText } from './people.ts'
import { payableItems } from './prices.ts'
import { Resource } from './resource.ts'
import { defineRoute } from './route.ts'
import { Done, Id, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

export const paymentLimits = {
  /** Name on a card (part 2 §9). */
  cardNameMax: 100,
  paymentsPerPage: 50,
  refundReasonMin: 4,
  refundReasonMax: 200,
  /** Days for which a payment by Pix can be refunded. */
  pixRefundDays: 90,
  /** Days after a failed renewal until the school is on demand. */
  graceDays: 7,
  /** Minutes for which a code of Pix can be paid. */
  pixMinutes: 60,
  /** Attempts with a card that brought no money and are taken within a day, from all addresses. */
  refusedPerDay: 30,
  /** Cards that a school may keep. */
  cards: 20,
} as const

/** Brands that have a picture of their own; a card of another one is drawn neutral (part 2 §9). */
export const cardBrands = ['visa', 'mastercard', 'jcb', 'discover', 'diners_club', 'amex'] as const

/** Texts of the checkout; those with an asterisk in part 2 §2 stay to the letter. */
export const paymentMessages = {
  addBalance: 'Adicionar saldo',
  useCard: 'Usar cartão',
  newCard: 'Novo cartão',
  paid: 'Pagamento efetuado com sucesso!',
  canceled: 'Assinatura cancelada',
  planChanged: 'Plano alterado',
  refunded: 'Pagamento devolvido',
  packGoesBack: 'O saldo e os pontos que o pagamento deu saem da escola na mesma proporção.',
  planStays: 'A escola continua no plano: para encerrá-lo, cancele a assinatura.',
  cardSaved: 'Cartão salvo',
  planKeepsCard: 'Este cartão paga os próximos meses',
  planCardSet: 'O plano passa a ser pago com este cartão',
  planPixSet: 'O plano passa a ser pago por Pix: o código chega antes do fim de cada mês',
  cardRemoved: 'Cartão removido com sucesso',
  cardName: 'Por favor, preencha o nome como está no cartão',
  cardsFull: 'A escola já guarda o máximo de cartões. Remova um deles para guardar outro',
  refundReason: `Escreva o motivo, com ${paymentLimits.refundReasonMin} a ${paymentLimits.refundReasonMax} caracteres. Ele aparece no extrato da escola`,
  refundAmount: 'Escreva um valor entre R$ 0,01 e o que ainda não foi devolvido',
  /** Said wherever a payment is made while the provider is a stand-in or in test mode. */
  noRealMoney: 'Ambiente de teste: nenhum dinheiro de verdade é cobrado',
  /** A receipt is no fiscal document, and says so. */
  receiptIsNoInvoice: 'Este recibo não é uma nota fiscal',
} as const

/** Texts about a payment of a plan that is made when the school needs it no more. */
export const returnTexts = {
  title: 'O pagamento será devolvido',
  why: 'A escola não precisa mais deste pagamento: o mês que ele pagava acabou ou já estava pago, ou o plano mudou.',
  stays: 'Ele não muda o plano da escola.',
  when: {
    card: 'O valor volta sozinho e aparece na fatura do cartão, em geral em até 10 dias úteis.',
    pix: 'O valor volta sozinho para a conta de que saiu o Pix, em geral no mesmo dia.',
  },
} as const

export const PaymentMethod = z.object({
  /** The provider's id: pm_… */
  id: z.string(),
  dbId: Id,
  /** Brand as the provider names it, except that diners is diners_club. */
  card_type: z.string(),
  last_4_digits: z.string(),
  /** 12/2030 */
  expires: z.string(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** processing: the provider has not decided yet. requires_action: the person confirms with their bank, or pays the code of Pix. */
export const paymentStatuses = ['requires_action', 'processing', 'succeeded', 'failed', 'canceled'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** Code of Pix that waits to be paid. */
export const Pix = z.object({
  /** Text to copy; the QR code says the same. */
  code: z.string(),
  /** QR code as a data address of a picture. */
  qr: z.string(),
  utc_expires_on: Utc,
})

export const payWays = ['card', 'pix'] as const
export type PayWay = (typeof payWays)[number]

export const Payment = z.object({
  /** Made by the client, and its idempotency key: a second call under it never charges again. */
  id: z.string(),
  item: z.enum(payableItems),
  way: z.enum(payWays),
  /** Sum that it takes. */
  cents: z.number().int(),
  status: z.enum(paymentStatuses),
  /** Secret with which the browser asks the provider to go on, while the status is requires_action; null for all others. */
  client_secret: z.string().nullable(),
  pix: Pix.nullable(),
  /** Reason for a failure, as people read it; '' without one. */
  fault: z.string(),
  /** True for a payment that was made, and is returned by itself because the school needs it no more: it changed no plan, or changes none any more. */
  goes_back: z.boolean(),
})
export type Payment = z.infer<typeof Payment>

const Item = z.enum(payableItems, { error: 'Escolha o que vai pagar' })
const reloadText = 'Atualize a página e tente de novo'
/** The browser makes it once for each purchase and keeps it over a double click, a reload and the way back. */
const PaymentId = z.string().regex(/^[\w-]{8,64}$/, reloadText)
/** Payment method of the provider. */
const ProviderMethod = z.string().regex(/^pm_\w{1,100}$/, 'Escolha um cartão')

/** Tells whether a payment is of a plan's month and has a code: such a key is made by us, and has a colon. */
export const isMonthKey = (key: string): boolean => key.startsWith('month:')

/** Tells whether a payment is of a plan's month that a card pays. */
export const isRenewalKey = (key: string): boolean => key.startsWith('renewal-')

/** Payments of a plan's months have keys of our own. */
const PaymentParams = SchoolParams.extend({
  paymentId: z.string().regex(/^[\w:-]{8,64}$/, reloadText),
})

/** Answer of all calls that may have changed balance or plan. */
const Paid = z.object({ resource: Resource, bank: Bank, payment: Payment })

/** A payment in the list of payments. */
export const PaymentRow = z.object({
  id: Id,
  /** Id of the payment at its own address. */
  key: z.string(),
  item: z.enum(payableItems),
  way: z.enum(payWays),
  cents: z.number().int(),
  status: z.enum(paymentStatuses),
  /** Reason for a failure, as people read it; '' without one. */
  fault: z.string(),
  refunded_cents: z.number().int(),
  is_disputed: z.boolean(),
  /** False for callers who are no administrators of the platform, too. */
  is_refundable: z.boolean(),
  utc_created_on: Utc,
})
export type PaymentRow = z.infer<typeof PaymentRow>

export const Refund = z.object({
  id: Id,
  cents: z.number({ error: paymentMessages.refundAmount }).int().min(1, paymentMessages.refundAmount),
  reason: z
    .string({ error: paymentMessages.refundReason })
    .transform(cleanText)
    .refine(
      ({ length }) => length >= paymentLimits.refundReasonMin && length <= paymentLimits.refundReasonMax,
      paymentMessages.refundReason,
    ),
})

export const payments = {
  methods: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/payment-methods',
    summary: 'Cards that the school keeps, and how its pages reach the provider',
    access: 'admin',
    may: 'money',
    params: SchoolParams,
    response: z.object({
      paymentMethods: z.array(PaymentMethod),
      /** Null where the installation takes no payments. */
      checkout: z
        .object({
          script: z.string(),
          key: z.string(),
          is_real: z.boolean(),
          /** The account at the provider takes Pix. */
          has_pix: z.boolean(),
        })
        .nullable(),
    }),
  }),
  removeMethod: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/remove-payment-method',
    summary: 'Forget a card; a plan that is paid with it must be given another one first',
    access: 'admin',
    may: 'money',
    params: SchoolParams,
    body: z.object({ id: Id, paymentMethodStripeId: ProviderMethod }),
    response: z.object({ paymentMethods: z.array(PaymentMethod) }),
  }),
  startCard: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/start-card',
    summary: 'Begin to keep a card without a payment: the browser confirms the secret with the provider',
    access: 'admin',
    may: 'money',
    rateLimit: 'payment',
    params: SchoolParams,
    response: z.object({ client_secret: z.string() }),
  }),
  saveCard: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/save-card',
    summary: 'Keep the card that the browser has confirmed',
    access: 'admin',
    may: 'money',
    rateLimit: 'payment',
    params: SchoolParams,
    body: z.object({ setupIntent: z.string().regex(/^seti_\w{1,100}$/, 'Digite o cartão de novo') }),
    response: z.object({ paymentMethods: z.array(PaymentMethod) }),
  }),
  pay: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/do-payment',
    summary: 'Pay for a pack or a plan, by a card or by Pix; once for each paymentId',
    access: 'admin',
    may: 'money',
    proof: 'sometimes',
    rateLimit: 'payment',
    params: SchoolParams,
    body: z.object({
      paymentId: PaymentId,
      item: Item,
      paymentMethod: z.union([z.literal('pix'), ProviderMethod], { error: 'Escolha como pagar' }),
      saveCard: z.boolean().default(true),
      /** Sum that the payer was shown, 0 for a smaller plan: where it would be more by now, nothing is charged. */
      cents: z.int({ error: reloadText }).min(0, reloadText).optional(),
    }),
    response: Paid,
  }),
  payment: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/payment/:paymentId',
    summary: 'State of a payment, asked of the provider while it is open',
    access: 'admin',
    may: 'money',
    rateLimit: 'money',
    params: PaymentParams,
    response: Paid,
  }),
  cancelPayment: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/payment/:paymentId/cancel',
    summary: 'Give up a payment that is not made yet',
    access: 'admin',
    may: 'money',
    rateLimit: 'money',
    params: PaymentParams,
    response: Paid,
  }),
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/payments',
    summary: 'Payments of the school, newest first: a page, or the page that has a payment',
    access: 'admin',
    may: 'money',
    params: SchoolParams,
    query: PageQuery.extend({ payment: Id.optional() }),
    response: z.object({ payments: pageOf(PaymentRow) }),
  }),
  refund: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/refund-payment',
    summary: 'Give a payment back, whole or in part, with a reason; only administrators of the platform',
    access: 'admin',
    may: 'money',
    proof: 'recent',
    params: SchoolParams,
    body: Refund,
    response: z.object({ bank: Bank }),
  }),
  processPaymentEvent: defineRoute({
    method: 'POST',
    path: '/stripe/events',
    summary: 'Event of the payment provider, signed over its very bytes; stored before it is processed',
    access: 'public',
    rawBody: true,
    maxBytes: 512 * 1024,
    response: Done,
  }),
}
