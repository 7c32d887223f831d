import { z } from 'zod'
import { Id } from './wire.ts'

/** Who sells for a school and tells us of each sale (part 2 §9). */
export const salesPlatforms = ['hotmart', 'eduzz', 'octapay', 'mercadopago', 'bravapay', 'fornece'] as const
export type SalesPlatformName = (typeof salesPlatforms)[number]

export const salesLimits = {
  /** Part 2 §5: of a code, and of the ids of an integration as they are typed. */
  integrationMax: 200,
  integrationsPerPage: 50,
  integrationsPerCohort: 200,
  salesPerPage: 50,
  webhookBytes: 256 * 1024,
  /** What a platform sent is kept so long, so that it can be looked into and done again. */
  deliveryDays: 180,
} as const

export const salesMessages = {
  /** Who bought without saying their name. */
  nameless: 'Aluno',
  code: 'Cole o código que a plataforma de venda mostra',
  ids: 'Informe o código de pelo menos um produto',
  accessToken: 'Cole o access token da sua aplicação',
  tooLong: `Use no máximo ${salesLimits.integrationMax} caracteres`,
  tooMany: `Use no máximo ${salesLimits.integrationsPerCohort} integrações por turma`,
}

/** White space never belongs in a code (part 2 §5). */
const code = z
  .string()
  .max(2000, salesMessages.tooLong)
  .transform((text) => text.replace(/[\s\p{Cc}]+/gu, ''))
  .refine((text) => text.length <= salesLimits.integrationMax, salesMessages.tooLong)

/** Ids as somebody types them, parted by commas, spaces or dots (part 2 §5). */
export const idsOf = (text: string): string[] => [...new Set(text.split(/[,.\s]+/).filter(Boolean))]

const Ids = z
  .string()
  .max(salesLimits.integrationMax, salesMessages.tooLong)
  .transform((text) => idsOf(text.replace(/\p{Cc}/gu, ' ')))

/** How a class is sold on a platform. A code that was saved is never shown again. */
export const Integration = z.object({
  id: Id,
  gateway: z.enum(salesPlatforms),
  title: z.string(),
  ids: z.array(z.string()),
  /** Who cancels a subscription stays until what was paid ends. */
  keeps_paid_period: z.boolean(),
})
export type Integration = z.infer<typeof Integration>

/** A notification of Mercado Pago names no product: its address names the class, and the payment is looked up with the token. */
export const isSoldByAddress = (platform: SalesPlatformName) => platform === 'mercadopago'

/** One of a class's as it is saved. With an id: what is left out stays as it is. */
export const NewIntegration = z
  .object({
    id: Id.optional(),
    gateway: z.enum(salesPlatforms),
    code: code.optional(),
    access_token: code.optional(),
    ids: Ids.optional(),
    keeps_paid_period: z.boolean().optional(),
  })
  .superRefine(({ id, gateway, code, access_token, ids }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (code === '' || (!id && !code)) refuse('code', salesMessages.code)
    if (isSoldByAddress(gateway)) {
      if (access_token === '' || (!id && !access_token)) refuse('access_token', salesMessages.accessToken)
    } else if (ids?.length === 0 || (!id && !ids)) refuse('ids', salesMessages.ids)
  })
export type NewIntegration = z.output<typeof NewIntegration>

export const NewIntegrations = z.array(NewIntegration).max(salesLimits.integrationsPerCohort, salesMessages.tooMany)
