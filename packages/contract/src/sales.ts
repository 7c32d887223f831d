import { z } from 'zod'
import { countOf } from './messages.ts'
import { Term, TermScope } from './terms.ts'
import { Id, Utc } from './wire.ts'

/** Sales platforms whose sales open classes (part 2 §9). */
export const salesPlatforms = [
  'hotmart',
  'eduzz',
  'octapay',
  'mercadopago',
  'bravapay',
  'fornece',
  'kiwify',
  'hubla',
  'cakto',
  'ticto',
  'kirvano',
  'other',
] as const
export type SalesPlatformName = (typeof salesPlatforms)[number]

export const salesLimits = {
  /** Longest code and longest typed id of an integration (part 2 §5). */
  integrationMax: 200,
  integrationsPerPage: 50,
  integrationsPerCohort: 200,
  salesPerPage: 50,
  /** Sales of one class that are counted and shown, the newest. */
  salesOfCohort: 1000,
  /** Sales that are done again at once. */
  replayedAtOnce: 5000,
  webhookBytes: 256 * 1024,
  /** Days for which a decided sale is kept, and the body of each: what the platform sent can be looked into. */
  deliveryDays: 180,
  /** Days for which a sale waits for an administrator, by what was read of it. */
  undecidedDays: 730,
  /** Days for which a delivery that could not be read waits, and how many of one account are kept in a day. */
  unreadDays: 30,
  unreadPerDay: 200,
  /** Days of access after the day on which a subscription's next charge is due. */
  chargeGraceDays: 3,
  /** Days that a charge has paid at least, where its platform names no end and the subscription is canceled: those of a month. */
  leastPaidDays: 31,
  dismissalMax: 150,
  /** Buyers of one school who ask for a lost access in a minute, all together; and those of one wider network, who may have many addresses. */
  helpPerMinute: 300,
  helpPerMinuteOfNetwork: 10,
} as const

export const salesMessages = {
  /** Name of a buyer whose platform tells none. */
  nameless: 'Aluno',
  purchaseCode: 'Digite o código da compra',
  code: 'Cole o código que a plataforma de venda mostra',
  account: 'Escolha uma conta ou cole um código novo, não os dois',
  mappedAccount: 'Adicione antes a conta desta plataforma em Contas das plataformas, e escolha-a aqui',
  ids: 'Informe o código de pelo menos um produto',
  twice: 'Esta integração está duas vezes na lista: apague uma delas',
  accessToken: 'Cole o access token da sua aplicação',
  dismissal: 'Escreva por que esta venda não precisa de turma',
  dismissalTooLong: `Use no máximo ${salesLimits.dismissalMax} caracteres`,
  emailBlank: 'Há um espaço no meio do e-mail: apague o espaço ou escreva o sinal que falta ali',
  emailHidden: 'Este e-mail tem letras escondidas por asteriscos: escreva o endereço completo',
  tooLong: `Use no máximo ${salesLimits.integrationMax} caracteres`,
  integrationEnds: (name: string) =>
    `Compras novas da integração ${name} não matriculam mais ninguém nesta turma. Quem já entrou continua nela, e as renovações de quem assina também.`,
  productEnds:
    'Quem já comprou o produto que você tirou continua nesta turma, e as renovações de quem assina também. Compras novas dele não entram mais.',
  tooMany: `Use no máximo ${salesLimits.integrationsPerCohort} integrações por turma`,
}

/** Tells how many sales that waited are done again, because a class sells their products; '' for none. */
export const describeWaiting = (sales: number) =>
  sales === 0
    ? ''
    : ` ${countOf(sales, 'venda que esperava será processada', 'vendas que esperavam serão processadas')} de novo.`

/** Says that a class has more sales than are shown, and where those are. */
export const olderSalesText = `Mostramos as ${salesLimits.salesOfCohort.toLocaleString('pt-BR')} vendas mais novas desta turma. Procure as mais antigas em Todas as vendas.`

/** White space never belongs in a code (part 2 §5). */
export const PlatformCode = z
  .string()
  .max(2000, salesMessages.tooLong)
  .transform((text) => text.replace(/[\s\p{Cc}]+/gu, ''))
  .refine((text) => text.length <= salesLimits.integrationMax, salesMessages.tooLong)

/** Splits typed ids at commas, spaces and dots (part 2 §5). */
export const idsOf = (text: string): string[] => [...new Set(text.split(/[,.\s]+/).filter(Boolean))]

/** Typed ids of an integration. */
export const TypedIds = z
  .string()
  .max(salesLimits.integrationMax, salesMessages.tooLong)
  .transform((text) => idsOf(text.replace(/\p{Cc}/gu, ' ')))

/** Puts the name of a product before its number, where it is known. */
export const nameProduct = (id: string, names: Record<string, string>): string =>
  Object.hasOwn(names, id) ? `${names[id]} (${id})` : id

/** Integration: a class as it is sold by one of the school's accounts on a platform. */
export const Integration = z.object({
  id: Id,
  gateway: z.enum(salesPlatforms),
  title: z.string(),
  account_id: Id,
  account_title: z.string(),
  /** The school has stopped selling by the account. */
  account_ended: z.boolean(),
  /** Moment of the latest test that the platform sent to the account. */
  utc_tested_on: Utc.nullable(),
  ids: z.array(z.string()),
  /** Names that the platform has told for some of the ids. */
  product_names: z.record(z.string(), z.string()),
  /** The latest delivery of these products that is kept. */
  last_event: z.object({ event: z.string(), utc_created_on: Utc }).nullable(),
  /** Moment at which the latest of its kept deliveries that tell of a payment came. */
  utc_sold_on: Utc.nullable(),
  /** Moment of the account's latest delivery that is kept, of whatever product. */
  utc_delivered_on: Utc.nullable(),
  /** A student whose subscription is canceled stays until the end of the paid period. */
  keeps_paid_period: z.boolean(),
  /** How long its buyers have access; null: as long as the class says. */
  term: Term.nullable(),
})
export type Integration = z.infer<typeof Integration>

/**
 * Tells whether the webhook's address names the class: a notification of Mercado Pago names no product, and the payment is looked up with
 * the token.
 */
export const isSoldByAddress = (platform: SalesPlatformName) => platform === 'mercadopago'

/** Platform that the school named itself. Two such count from 1 each, so their numbers are those of one account. */
export const mappedPlatform: SalesPlatformName = 'other'

/** Tells whether the school itself says how a platform's deliveries prove themselves and what their fields mean. */
export const isMapped = (platform: string) => platform === mappedPlatform

/** Codes of purchases of a platform that the school named. Two such platforms count from 1 each, so the account stands before the code. */
export const mappedCode = (accountId: string, code: string) => `${accountId}-${code}`

/** Account that stands before the codes of a platform that the school named; null on every other platform. */
export const accountOfCode = (platform: string, code: string): string | null =>
  isMapped(platform) ? code.slice(0, Math.max(code.indexOf('-'), 0)) : null

/** Code of a purchase as the platform wrote it. */
export const plainCode = (platform: string, code: string) =>
  isMapped(platform) ? code.slice(code.indexOf('-') + 1) : code

/**
 * Integration of a class as it is saved, with an account that the school has, or with the code of one. One with an id keeps the fields that
 * are left out.
 */
export const NewIntegration = z
  .object({
    id: Id.optional(),
    gateway: z.enum(salesPlatforms),
    account_id: Id.optional(),
    code: PlatformCode.optional(),
    access_token: PlatformCode.optional(),
    ids: TypedIds.optional(),
    keeps_paid_period: z.boolean().optional(),
    term: Term.nullable().optional(),
    term_scope: TermScope.optional(),
  })
  .superRefine(({ id, gateway, account_id, code, access_token, ids }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    const hasAccount = id !== undefined || account_id !== undefined
    if (isMapped(gateway) && code !== undefined) return refuse('account_id', salesMessages.mappedAccount)
    if (isMapped(gateway) && !hasAccount) return refuse('account_id', salesMessages.mappedAccount)
    if (account_id !== undefined && code) refuse('code', salesMessages.account)
    if (code === '' || (!hasAccount && !code)) refuse('code', salesMessages.code)
    if (isSoldByAddress(gateway)) {
      if (access_token === '' || (!hasAccount && !access_token)) refuse('access_token', salesMessages.accessToken)
    } else if (ids?.length === 0 || (!id && !ids)) refuse('ids', salesMessages.ids)
  })
export type NewIntegration = z.output<typeof NewIntegration>

export const NewIntegrations = z.array(NewIntegration).max(salesLimits.integrationsPerCohort, salesMessages.tooMany)
