import { z } from 'zod'
import { AccountProof, proofMessages } from './account-proofs.ts'
import { limits } from './limits.ts'
import { cleanText } from './people.ts'
import { defineRoute } from './route.ts'
import { isMapped, isSoldByAddress, PlatformCode, salesMessages, salesPlatforms } from './sales.ts'
import { SalesForecast } from './sales-forecast.ts'
import { Done, Id, SchoolParams, Utc } from './wire.ts'

/** Accounts of one school on one platform; a signature is tried with the code of each. */
export const accountsPerPlatform = 100

/** Messages about accounts. They stand apart from those about sales, which are on the home of administrators. */
export const accountMessages = {
  title: 'Dê um nome a esta conta',
  titleTooLong: `Use no máximo ${limits.inputMax} caracteres`,
  tooMany: `Use no máximo ${accountsPerPlatform} contas por plataforma. Escolha uma que já existe`,
}

/** Title by which a school tells its accounts apart. */
const AccountTitle = z
  .string()
  .transform(cleanText)
  .pipe(z.string().min(1, accountMessages.title).max(limits.inputMax, accountMessages.titleTooLong))

/** Account of a school on a platform. The wire never shows a saved code again. */
export const SalesAccount = z.object({
  id: Id,
  gateway: z.enum(salesPlatforms),
  title: z.string(),
  /** Classes that it sells. */
  school_gateways: z.array(z.object({ id: Id, title: z.string() })),
  utc_created_on: Utc,
  /** Moment of its newest delivery that is still kept. */
  utc_delivered_on: Utc.nullable(),
  /** Moment of the latest test that the platform sent to it. */
  utc_tested_on: Utc.nullable(),
  /** Moment from which it takes no new buyers; refunds and ends are still heard. */
  utc_ended_on: Utc.nullable(),
  /** State of an account on a platform that the school named; null on all others. */
  own: z
    .object({
      proof: AccountProof,
      /** The school has said what the fields mean. */
      is_mapped: z.boolean(),
      /** Deliveries that wait until it has. */
      waiting: z.number().int(),
      /** Deliveries that wait until their event has a meaning. */
      unknown: z.number().int(),
      /** Moment of the latest delivery that came without this account's proof. */
      utc_refused_on: Utc.nullable(),
    })
    .nullable(),
})
export type SalesAccount = z.infer<typeof SalesAccount>

/** Numbers that a change of an account, or its removal, is asked with. */
export const AccountForecast = z.object({
  /** Students who have access by what was bought of it, as far as that is known. */
  living_buyers: z.number().int(),
  /** Sales that wait because the school sells nothing by it, and would come into its classes if it sold again. */
  waiting: SalesForecast,
})
export type AccountForecast = z.infer<typeof AccountForecast>

/** New account; one whose code the school has entered before is that account. */
export const NewSalesAccount = z
  .object({
    gateway: z.enum(salesPlatforms),
    title: AccountTitle.optional(),
    code: PlatformCode.refine((text) => text !== '', salesMessages.code),
    access_token: PlatformCode.optional(),
    proof: AccountProof.optional(),
  })
  .superRefine(({ gateway, access_token, proof }, context) => {
    if (isMapped(gateway) && !proof) context.addIssue({ code: 'custom', path: ['proof'], message: proofMessages.proof })
    if (isSoldByAddress(gateway) && !access_token)
      context.addIssue({ code: 'custom', path: ['access_token'], message: salesMessages.accessToken })
  })
export type NewSalesAccount = z.output<typeof NewSalesAccount>

/** Changes of an account; it keeps what is left out. */
export const SalesAccountChanges = z.object({
  title: AccountTitle.optional(),
  code: PlatformCode.refine((text) => text !== '', salesMessages.code).optional(),
  access_token: PlatformCode.refine((text) => text !== '', salesMessages.accessToken).optional(),
  /** Counts on a platform that the school named; all others have a proof of their own. */
  proof: AccountProof.optional(),
})
export type SalesAccountChanges = z.output<typeof SalesAccountChanges>

const AccountParams = SchoolParams.extend({ id: Id })

export const salesAccounts = {
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/sales-accounts',
    summary: 'Accounts of the school on sales platforms, with the classes that they sell',
    access: 'admin',
    may: ['sales', 'cohorts'],
    params: SchoolParams,
    response: z.object({ accounts: z.array(SalesAccount) }),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/sales-accounts',
    summary: 'Enter an account by its code; one that the school has stays one account',
    access: 'admin',
    may: 'cohorts',
    proof: 'recent',
    status: 201,
    params: SchoolParams,
    body: NewSalesAccount,
    response: z.object({ account: SalesAccount }),
  }),
  update: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/sales-accounts/:id',
    summary: 'Save title, code and access token of an account, for all classes that it sells',
    access: 'admin',
    may: 'cohorts',
    proof: 'recent',
    params: AccountParams,
    body: SalesAccountChanges,
    response: z.object({ account: SalesAccount }),
  }),
  forecast: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/sales-accounts/:id/forecast',
    summary: 'Who has access by an account, and what waits for it to sell again',
    access: 'admin',
    may: 'cohorts',
    params: AccountParams,
    response: AccountForecast,
  }),
  setSelling: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/sales-accounts/:id/selling',
    summary:
      'Sell no more by an account, whose refunds and ends are still heard, or sell by it again, also what waited meanwhile',
    access: 'admin',
    may: 'cohorts',
    proof: 'recent',
    params: AccountParams,
    body: z.object({ sells: z.boolean() }),
    response: z.object({ account: SalesAccount }),
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/school/:schoolId/sales-accounts/:id',
    summary: 'Remove an account and the integrations of its classes; their students stay',
    access: 'admin',
    may: 'cohorts',
    proof: 'recent',
    params: AccountParams,
    response: Done,
  }),
}
