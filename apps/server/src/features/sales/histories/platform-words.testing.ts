import { dayMs } from '@escola/contract/durations'
import type { SalesPlatformName } from '@escola/contract/sales'
import { deliveryOf } from '../platforms/delivery.testing.ts'
import type { Sale } from '../platforms/platform.ts'
import { platforms } from '../platforms/platforms.ts'
import type { Seller } from '../sales.testing.ts'
import { channels } from './platform-channels.testing.ts'
import type { WordKind } from './purchase-model.testing.ts'

type Words = Partial<Record<WordKind | 'nothing', string[]>>

/** Words of a platform for one purchase. A word with a colon names the delivery that carries it. */
interface Vocabulary {
  /** Name of the channel that reports its purchases. */
  channel: string
  words: Words
  /** Words whose moment the platform tells; of the others the arrival counts. */
  stated: 'all' | string[]
  /** Kinds that tell until when it is paid. */
  ends: WordKind[]
  isTerm?: boolean
  /** Parts of the body beside those of a purchase. */
  beside?(word: string, event: { at: Date; until: string }): object
}

const termDays = 30
const nothing: WordKind[] = []
const everything: WordKind[] = ['paid', 'canceled', 'refunded', 'ended', 'stopped', 'resumed', 'moved']

const ofTicto = { paid: ['authorized'], refunded: ['refunded', 'chargeback'], nothing: ['close', 'claimed', 'refused'] }

const vocabularies: Record<string, Vocabulary> = {
  hotmart: {
    channel: 'hotmart',
    words: {
      paid: ['PURCHASE_APPROVED', 'PURCHASE_COMPLETE'],
      canceled: ['PURCHASE_CANCELED'],
      refunded: ['PURCHASE_REFUNDED', 'PURCHASE_CHARGEBACK'],
      ended: ['SUBSCRIPTION_CANCELLATION'],
      moved: ['UPDATE_SUBSCRIPTION_CHARGE_DATE'],
      nothing: ['PURCHASE_EXPIRED', 'PURCHASE_PROTEST', 'PURCHASE_DELAYED', 'SWITCH_PLAN'],
    },
    stated: 'all',
    ends: everything,
    beside: (_, { until }) => ({
      data: { subscription: { subscriber: { code: 'S1' }, date_next_charge: until } },
    }),
  },
  'hotmart 1.0': {
    channel: 'hotmart 1.0',
    words: {
      paid: ['approved', 'completed'],
      canceled: ['canceled'],
      refunded: ['refunded', 'chargeback'],
      nothing: ['expired', 'dispute', 'blocked'],
    },
    stated: ['approved', 'completed'],
    ends: nothing,
    beside: () => ({ subscriber_code: 'S1' }),
  },
  'eduzz v2': {
    channel: 'eduzz v2',
    words: {
      paid: ['invoice_paid'],
      canceled: ['invoice_canceled', 'invoice_deleted'],
      refunded: ['invoice_refunded'],
      ended: ['contract_canceled'],
      stopped: ['contract_suspended', 'contract_finished'],
      nothing: ['invoice_expired', 'contract_delayed', 'invoice_trial'],
    },
    stated: ['invoice_paid', 'invoice_refunded'],
    ends: nothing,
    beside: () => ({ recurrence_cod: 'S1' }),
  },
  'eduzz v3': {
    channel: 'eduzz v3',
    words: {
      paid: ['invoice_paid'],
      canceled: ['invoice_canceled'],
      refunded: ['invoice_refunded', 'invoice_chargeback'],
      ended: ['contract_updated:canceled'],
      stopped: ['contract_updated:late'],
      resumed: ['contract_updated:upToDate:reactivation'],
      moved: ['contract_updated:upToDate', 'contract_created'],
      nothing: ['invoice_expired', 'contract_renewed', 'contract_updated:trial'],
    },
    stated: 'all',
    ends: ['ended', 'moved', 'resumed'],
    beside: (word, { until }) => {
      const [, status, reason] = word.split(':')
      const contentAccess = { removeOnLatePayment: true }
      return { data: { reason, contract: { id: 'S1', status, contentAccess, recurrence: { nextDue: until } } } }
    },
  },
  'eduzz custom': {
    channel: 'eduzz custom',
    words: { paid: ['create'], canceled: ['remove'], nothing: ['other'] },
    stated: [],
    ends: nothing,
  },
  'a contract of eduzz custom': {
    channel: 'eduzz custom',
    words: { paid: ['create'], stopped: ['remove'] },
    stated: [],
    ends: nothing,
    beside: () => ({ fields: { edz_con_cod: 'S1' } }),
  },
  octapay: {
    channel: 'octapay',
    words: { paid: ['4', '8'], canceled: ['5', '9'], refunded: ['6', '7'], nothing: ['1', '3', '10'] },
    stated: 'all',
    ends: nothing,
  },
  kiwify: {
    channel: 'kiwify',
    words: {
      paid: ['order_approved', 'subscription_renewed'],
      refunded: ['order_refunded', 'chargeback'],
      ended: ['subscription_canceled'],
      nothing: ['subscription_late', 'order_rejected'],
    },
    stated: ['order_approved', 'subscription_renewed'],
    ends: everything,
    beside: (_, { until }) => ({
      subscription_id: 'S1',
      Subscription: { customer_access: { access_until: until } },
    }),
  },
  'kiwify, sold once': {
    channel: 'kiwify',
    words: { paid: ['order_approved'], refunded: ['order_refunded'], canceled: ['subscription_canceled'] },
    stated: ['order_approved'],
    ends: nothing,
  },
  hubla: {
    channel: 'hubla',
    words: {
      paid: ['customer.member_added'],
      canceled: ['customer.member_removed'],
      refunded: ['invoice.refunded'],
      nothing: ['invoice.expired', 'subscription.deactivated', 'subscription.expiring'],
    },
    stated: [],
    ends: nothing,
  },
  'hubla invoices': {
    channel: 'hubla invoices',
    words: {
      paid: ['invoice.payment_succeeded', 'customer.member_added'],
      canceled: ['customer.member_removed'],
      refunded: ['invoice.refunded'],
    },
    stated: ['invoice.payment_succeeded', 'invoice.refunded'],
    ends: nothing,
  },
  cakto: {
    channel: 'cakto',
    words: {
      paid: ['purchase_approved', 'subscription_renewed'],
      refunded: ['refund', 'chargeback'],
      ended: ['subscription_canceled'],
      nothing: ['subscription_late', 'subscription_resumed', 'purchase_refused'],
    },
    stated: 'all',
    ends: everything,
    beside: (_, { at, until }) => ({
      data: { chargedbackAt: at, subscription: { id: 'S1', next_payment_date: until, canceledAt: at } },
    }),
  },
  ticto: {
    channel: 'ticto',
    words: { ...ofTicto, ended: ['subscription_canceled'], resumed: ['uncanceled'], moved: ['extended'] },
    stated: 'all',
    ends: everything,
    beside: (_, { until }) => ({ subscriptions: [{ id: 'S1', next_charge: until }] }),
  },
  'ticto, for a term': {
    channel: 'ticto',
    words: { ...ofTicto, canceled: ['subscription_canceled'] },
    stated: 'all',
    ends: ['paid'],
    isTerm: true,
    beside: () => ({ item: { days_of_access: termDays } }),
  },
  kirvano: {
    channel: 'kirvano',
    words: {
      paid: ['SALE_APPROVED', 'SUBSCRIPTION_RENEWED'],
      canceled: ['SUBSCRIPTION_EXPIRED'],
      refunded: ['SALE_REFUNDED', 'SALE_CHARGEBACK'],
      nothing: ['SUBSCRIPTION_CANCELED', 'SALE_REFUSED', 'PIX_EXPIRED'],
    },
    stated: ['SALE_APPROVED', 'SUBSCRIPTION_RENEWED'],
    ends: ['paid'],
    beside: (_, { until }) => ({ plan: { next_charge_date: until } }),
  },
  fornece: {
    channel: 'fornece',
    words: {
      paid: ['Compra Aprovada', 'subscription_renewed'],
      canceled: ['cancelada'],
      refunded: ['reembolsada', 'chargeback'],
      ended: ['subscription_canceled'],
      stopped: ['subscription_expired'],
      nothing: ['expired', 'atrasado', 'recusada'],
    },
    stated: 'all',
    ends: everything,
    beside: (_, { until }) => ({ subscription_id: 'S1', next_charge: until }),
  },
}

/** Adds what stands beside to a body, object in object. */
function addTo(body: Record<string, unknown>, more: object): Record<string, unknown> {
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  const added = Object.entries(more).map(([name, value]) => {
    const known = body[name]
    return [name, isObject(known) && isObject(value) ? addTo(known, value) : value]
  })
  return { ...body, ...Object.fromEntries(added) }
}

/** A word, and the sale that is read from it at a moment. */
export interface SpokenWord {
  word: string
  kind: WordKind | 'nothing'
  /** Whether it tells its moment. A payment that is looked up is what it is when it is read. */
  moment: 'told' | 'arrival' | 'reading'
  /** It tells until when it is paid. */
  hasEnd: boolean
  isTerm: boolean
  readAt(at: Date): Promise<Sale>
}

const seller = { id: '1', code: 'codigo', productId: '7000000' } as Seller
export const paidUntil = (at: Date) => new Date(at.getTime() + termDays * dayMs)

const listWords = (words: Words) =>
  (Object.entries(words) as [keyof Words, string[]][]).flatMap(([kind, each]) => each.map((word) => ({ kind, word })))

function speak({ channel, words, stated, ends, isTerm = false, beside }: Vocabulary): SpokenWord[] {
  const { gateway, make } = channels[channel]!
  return listWords(words).map(({ kind, word }) => ({
    word,
    kind,
    moment: stated === 'all' || stated.includes(word) ? 'told' : 'arrival',
    hasEnd: kind !== 'nothing' && ends.includes(kind),
    isTerm,
    readAt: (at) => {
      const event = { purchase: 'T1', email: 'ana@example.com', at, turn: 0 }
      const { body } = make(seller, word.split(':')[0]!, event)
      const purchase = typeof body === 'string' ? JSON.parse(body) : body
      const whole = beside ? addTo(purchase, beside(word, { at, until: paidUntil(at).toISOString() })) : purchase
      return platforms[gateway].read(deliveryOf(whole), silent, { code: seller.code, accessToken: '' })
    },
  }))
}

const silent = {
  fetchPayment: async () => {
    throw new Error('Mercado Pago alone is asked')
  },
}

/** Mercado Pago says only which payment it is about; its state is asked for. */
const statuses: Words = {
  paid: ['approved'],
  canceled: ['cancelled'],
  refunded: ['refunded', 'charged_back'],
  nothing: ['in_process', 'rejected', 'in_mediation'],
}
const lookedUp = listWords(statuses).map(
  ({ kind, word }): SpokenWord => ({
    word,
    kind,
    moment: 'reading',
    hasEnd: false,
    isTerm: false,
    readAt: (at) => {
      const payment = { id: 9, status: word, date_approved: at.toISOString(), external_reference: seller.productId }
      const notice = deliveryOf({ type: 'payment', data: { id: '9' } })
      return platforms.mercadopago.read(notice, { fetchPayment: async () => payment }, { code: '', accessToken: 'APP' })
    },
  }),
)

export const spokenWords: Record<string, { gateway: SalesPlatformName; words: SpokenWord[] }> = {
  ...Object.fromEntries(
    Object.entries(vocabularies).map(([name, vocabulary]) => [
      name,
      { gateway: channels[vocabulary.channel]!.gateway, words: speak(vocabulary) },
    ]),
  ),
  mercadopago: { gateway: 'mercadopago', words: lookedUp },
}
