import { z } from 'zod'

const nameMax = 60

export const proofMessages = {
  proof: 'Escolha como os avisos provam que são da sua conta',
  header: 'Use o nome de um cabeçalho, com letras, números e hífens, como X-Token',
  query: 'Use o nome que vem no endereço, com letras, números, pontos, _ e hífens',
  field: 'Use o nome do campo, como token. Se ele está dentro de outro, separe com ponto: auth.token',
  prefix: `Use no máximo ${nameMax} caracteres, sem espaços`,
}

/** Names of headers are the same whatever their case. */
const HeaderName = z
  .string()
  .trim()
  .regex(new RegExp(`^[A-Za-z0-9_-]{1,${nameMax}}$`), proofMessages.header)
  .toLowerCase()

/** Ways by which a delivery of a platform that the school named proves that it knows the account's code. */
export const AccountProof = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bearer') }),
  z.object({ kind: z.literal('header'), name: HeaderName }),
  z.object({
    kind: z.literal('query'),
    name: z
      .string()
      .trim()
      .regex(new RegExp(`^[\\w.-]{1,${nameMax}}$`), proofMessages.query),
  }),
  /** Field of the body; a dot leads into an object. */
  z.object({
    kind: z.literal('field'),
    name: z
      .string()
      .trim()
      .regex(new RegExp(`^(?!\\.)[\\p{L}\\p{N}_.-]{1,${nameMax}}(?<!\\.)$`, 'u'), proofMessages.field),
  }),
  /** Signature over the very bytes of the body, with the code as its key. */
  z.object({
    kind: z.literal('signature'),
    name: HeaderName,
    algorithm: z.enum(['sha256', 'sha1']),
    encoding: z.enum(['hex', 'base64']),
    /** Text before the signature, such as sha256=. */
    prefix: z.string().trim().max(nameMax, proofMessages.prefix).regex(/^\S*$/, proofMessages.prefix).default(''),
    /** Header of the moment that is signed too, before the body and with a dot between them; '' where the body alone is signed. */
    timestamp: HeaderName.or(z.literal('')).default(''),
  }),
])
export type AccountProof = z.output<typeof AccountProof>
