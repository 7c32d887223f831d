import { z } from 'zod'
import { saleSearchMax } from './limits.ts'
import { messages } from './messages.ts'
import { ContactText } from './needs.ts'
import { cleanText, hasInnerBlank, NewEmail } from './people.ts'
import { PurchaseHelp } from './purchase-help.ts'
import { defineRoute } from './route.ts'
import { salesLimits, salesMessages, salesPlatforms } from './sales.ts'
import { Done, Id, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

/**
 * States of a delivery. done: its purchase was decided, and a reason says what was decided before or since. ignored: an event that changes no
 * access, of which only the event, the moment and the product are kept. unmatched: no class has any of its products, so an administrator chooses one. no_email: it was paid without an e-mail
 * that works, so an administrator corrects it. dismissed: an administrator settled it without a class. failed: it can't be processed as it is, and
 * its reason says why.
 */
export const saleStates = ['waiting', 'done', 'ignored', 'unmatched', 'no_email', 'failed', 'dismissed'] as const
/** States of paid sales whose buyers are in no class, which an administrator can mend. */
export const classlessSaleStates = ['unmatched', 'no_email'] as const satisfies readonly SaleState[]
/** States of sales that wait for an administrator. They may be done again all at once, after a class, an e-mail or an account was mended. */
export const pendingSaleStates = ['unmatched', 'no_email', 'failed'] as const satisfies readonly SaleState[]
export type SaleState = (typeof saleStates)[number]

/** Tells whether a buyer has paid and is in no class, which an administrator can mend. */
export const lacksClass = (state: SaleState) => classlessSaleStates.some((each) => each === state)

/** Tells whether enough of a sale is kept to do it once more: an ignored event says the same again, and an erased buyer is not known. */
export const isKept = ({ state, reason }: { state: SaleState; reason: string }) =>
  state !== 'ignored' && reason !== 'erased'

/** Tells whether a class is chosen for a sale that waits alone: no class sells its product by that. */
export const isChosenAlone = ({ state, reason }: { state: SaleState; reason: string }) =>
  state === 'unmatched' && (reason === 'class_gone' || reason === 'sales_ended')

export const chosenAloneText =
  'Só esta compra matricula na turma que você escolher, e as renovações dela também. A turma não passa a vender o produto.'

/** Part of a name, an e-mail or a transaction. */
const SaleSearch = z.string().max(saleSearchMax).transform(cleanText)

export const Sale = z.object({
  id: Id,
  gateway: z.enum(salesPlatforms),
  /** Account that it came by; null where that is gone or was never known. */
  account_id: Id.nullable(),
  /** Event in the platform's own word; '' until the delivery is read. */
  event: z.string(),
  state: z.enum(saleStates),
  /** A code of saleReasons; a sentence where it was stored before there were codes; '' where there is nothing to say. */
  reason: z.string(),
  /** The part of the delivery that the reason's sentence names. */
  reason_detail: z.string(),
  transaction: z.string(),
  name: z.string(),
  email: ContactText,
  product_ids: z.array(z.string()),
  product_name: z.string(),
  /** Names that the platform has told for some of the products. */
  product_names: z.record(z.string(), z.string()),
  /** Offers and plans, which may open a class too. */
  offer_ids: z.array(z.string()),
  /** Classes that the purchase has opened, with what became of it; a class that was deleted has its title alone. */
  school_gateways: z.array(
    z.object({
      id: Id.nullable(),
      title: z.string(),
      utc_ends_on: Utc.nullable(),
      utc_ended_on: Utc.nullable(),
      ended_why: z.string(),
    }),
  ),
  /** Names the purchase among those of its platform, where the transaction alone may not; '' where there is none. */
  purchase_code: z.string(),
  /** Student to whom the school has given the purchase; null: it is whose the platform says. */
  given_to: z.object({ name: z.string(), link: z.string().nullable(), utc_on: Utc }).nullable(),
  /** Main ids of the items that no class sells, while others of the sale have one. */
  waiting_ids: z.array(z.string()),
  /** Products that the school wants in no class. */
  excluded_ids: z.array(z.string()),
  /** How often the platform has sent the very same. */
  times: z.number().int(),
  utc_repeated_on: Utc.nullable(),
  utc_created_on: Utc,
})
export type Sale = z.infer<typeof Sale>

/** Text that stands in the place of a secret. */
export const hiddenSecret = '[segredo oculto]'

/** Why there is nothing to show of what a platform sent. */
export const goneDeliveryTexts = {
  ignored: 'Este aviso não muda o acesso de ninguém. Dele guardamos só o evento, o momento e o produto.',
  old: `Guardamos o que as plataformas enviam por ${salesLimits.deliveryDays} dias. O desta venda já foi apagado.`,
  unread: `Este aviso não pôde ser lido. Guardamos o que não entendemos por ${salesLimits.unreadDays} dias e tentamos ler de novo todo dia.`,
  erased: 'Os dados de quem comprou foram apagados, e com eles o que a plataforma enviou.',
} as const

/** Body and query string that a platform sent, without its secrets. */
export const SentDelivery = z.object({
  /** kept: it is shown; otherwise a key of goneDeliveryTexts. */
  state: z.enum(['kept', 'ignored', 'old', 'unread', 'erased']),
  body: z.record(z.string(), z.unknown()),
  query: z.record(z.string(), z.unknown()),
})
export type SentDelivery = z.infer<typeof SentDelivery>

/** E-mail of the student of a sale. The form begins with what was typed at the purchase, and what that leaves open is asked about. */
export const SaleEmail = z.object({
  email: z
    .string({ error: messages.emailSignUp })
    .refine((text) => !hasInnerBlank(text), salesMessages.emailBlank)
    .refine((text) => !text.includes('*'), salesMessages.emailHidden)
    .pipe(NewEmail),
})
/** Reason why a sale needs no class, for those who look at it later. */
export const SaleDismissal = z.object({
  reason: z
    .string()
    .transform(cleanText)
    .pipe(z.string().min(1, salesMessages.dismissal).max(salesLimits.dismissalMax, salesMessages.dismissalTooLong)),
})

const Received = z.object({ received: z.boolean() })

/** Deliveries of one address in a minute that prove nothing and are answered why. Those that are proven have no limit. */
export const unprovenPerMinute = 300

/**
 * Address of a school: with the name of a platform, that of all its accounts there; with a number, that of one class, which such deliveries
 * don't name.
 */
const AddressParams = SchoolParams.extend({ place: z.union([z.enum(salesPlatforms), Id]) })

/** Routes of webhooks. They also answer without /api: schools are shown that address (part 2 §7). */
export const sales = {
  receive: defineRoute({
    method: 'POST',
    path: '/webhook',
    summary: 'What a sales platform tells of a sale; which platform and school follows from what it says',
    access: 'public',
    rawBody: true,
    maxBytes: salesLimits.webhookBytes,
    response: Received,
  }),
  receiveAtAddress: defineRoute({
    method: 'POST',
    path: '/webhook/:schoolId/:place',
    summary: "The same at a school's own address of a platform, or at the address of one class",
    access: 'public',
    rawBody: true,
    maxBytes: salesLimits.webhookBytes,
    params: AddressParams,
    response: Received,
  }),
  check: defineRoute({
    method: 'GET',
    path: '/webhook',
    summary: 'Platforms look whether the address answers before they take it',
    access: 'public',
    response: Received,
  }),
  checkAddress: defineRoute({
    method: 'GET',
    path: '/webhook/:schoolId/:place',
    summary: "The same for a school's own address",
    access: 'public',
    params: AddressParams,
    response: Received,
  }),
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/sales',
    summary: 'What the sales platforms have told the school, newest first',
    access: 'admin',
    may: 'sales',
    params: SchoolParams,
    query: PageQuery.extend({
      state: z.enum(saleStates).optional(),
      search: SaleSearch.default(''),
      /** Class whose products were sold; left out: all sales. */
      school_gateway_id: Id.optional(),
    }),
    response: z.object({
      sales: pageOf(Sale).extend({
        /** The class that was asked for has more sales than these count, older ones. */
        more: z.boolean(),
      }),
      /** Number of sales that wait for an administrator to choose their class. */
      unmatched: z.number().int(),
      /** Number of sales that wait for an administrator to correct their e-mail. */
      without_email: z.number().int(),
      /** Number of proven deliveries that could not be read. */
      not_understood: z.number().int(),
    }),
  }),
  readDelivery: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/sales/:id/delivery',
    summary: 'What the platform sent of a sale, with every secret in it hidden',
    access: 'admin',
    may: 'records',
    params: SchoolParams.extend({ id: Id }),
    response: SentDelivery,
  }),
  replay: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/sales/:id/replay',
    summary: 'Do once more what a platform asked; with a class, its products open that class from now on',
    access: 'admin',
    may: 'cohorts',
    rateLimit: 'mail',
    status: 202,
    params: SchoolParams.extend({ id: Id }),
    body: z
      .object({
        school_gateway_id: Id.optional(),
        /** Products, offers and plans of the sale that the class sells from now on; left out: the first of them. */
        ids: z.array(z.string().max(salesLimits.integrationMax)).min(1, salesMessages.ids).max(200).optional(),
      })
      .default({}),
    response: Done,
  }),
  replayAll: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/sales/replay',
    summary: 'Do all sales of one state once more that a search finds, the oldest first and some thousands at most',
    access: 'admin',
    may: 'cohorts',
    rateLimit: 'mail',
    status: 202,
    params: SchoolParams,
    body: z.object({ state: z.enum(pendingSaleStates), search: SaleSearch.default('') }),
    response: z.object({ replayed: z.number().int() }),
  }),
  correctEmail: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/sales/:id/email',
    summary: 'Give a paid sale without a usable e-mail the address of its student, and do it',
    access: 'admin',
    may: 'cohorts',
    rateLimit: 'mail',
    status: 202,
    params: SchoolParams.extend({ id: Id }),
    body: SaleEmail,
    response: Done,
  }),
  dismiss: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/sales/:id/dismiss',
    summary: 'Settle a sale that waits, without enrolling a student',
    access: 'admin',
    may: 'cohorts',
    params: SchoolParams.extend({ id: Id }),
    body: SaleDismissal,
    response: Done,
  }),
  setOfClass: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/sales/:id/products',
    summary:
      'Say once of products that no class needs to have them, or take that back; sales that wait for them follow',
    access: 'admin',
    may: 'cohorts',
    rateLimit: 'mail',
    status: 202,
    params: SchoolParams.extend({ id: Id }),
    body: z.object({
      ids: z.array(z.string().max(salesLimits.integrationMax)).min(1, salesMessages.ids).max(200),
      is_of_class: z.boolean(),
    }),
    response: Done,
  }),
  askHelp: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/purchase-help',
    summary: 'A buyer without access names a purchase; a mail goes to its e-mail, and the answer is always the same',
    access: 'visitor',
    rateLimit: 'recovery',
    status: 202,
    params: SchoolParams,
    body: PurchaseHelp,
    response: Done,
  }),
}
