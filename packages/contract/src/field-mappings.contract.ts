import { z } from 'zod'
import { AccountProof } from './account-proofs.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { storable } from './text.ts'
import { Done, Id, SchoolParams, Utc } from './wire.ts'

export const mappingLimits = {
  /** Names of a path, as deep as a body may be. */
  depth: 12,
  keyMax: 100,
  values: 100,
  /** Deliveries that are shown to choose from. */
  samples: 8,
  /** Fields of a sample that are shown. */
  sampleFields: 300,
  sampleText: 200,
}

/** Stands in a path for every item of a list. */
export const everyItem = '*'

/** Things that a delivery says, in the order in which they are asked for. */
export const mappedFields = [
  'event',
  'transaction',
  'email',
  'name',
  'last_name',
  'phone',
  'phone_area',
  'document',
  'product_ids',
  'offer_ids',
  'product_name',
  'subscription',
  'occurred_on',
  'paid_until',
] as const
export type MappedField = (typeof mappedFields)[number]

export const mappingLabels: Record<MappedField, string> = {
  event: 'Evento ou situação',
  transaction: 'Código da compra',
  email: 'E-mail de quem compra',
  name: 'Nome de quem compra',
  last_name: 'Sobrenome, se vem separado',
  phone: 'Telefone',
  phone_area: 'DDD, se vem separado',
  document: 'CPF ou CNPJ',
  product_ids: 'Código do produto',
  offer_ids: 'Código da oferta ou do plano',
  product_name: 'Nome do produto',
  subscription: 'Código da assinatura',
  occurred_on: 'Quando aconteceu',
  paid_until: 'Pago até',
}

/** Meanings of a value of the event's field. */
export const mappedOutcomes = ['paid', 'refunded', 'canceled', 'subscription_ended', 'ignored'] as const
export type MappedOutcome = (typeof mappedOutcomes)[number]

export const outcomeLabels: Record<MappedOutcome, string> = {
  paid: 'Paga: entra na turma',
  refunded: 'Reembolso ou chargeback: sai da turma',
  canceled: 'Compra cancelada: sai, se tinha entrado',
  subscription_ended: 'Assinatura cancelada',
  ignored: 'Não muda nada',
}

export const mappingMessages = {
  event: 'Escolha o campo que diz o que aconteceu',
  transaction: 'Escolha o campo do código da compra: é por ele que sabemos quem sai da turma com um reembolso',
  email: 'Escolha o campo do e-mail de quem compra',
  product_ids: 'Escolha o campo do código do produto ou o da oferta',
  paid: 'Diga qual valor do evento quer dizer que a venda foi paga',
  path: 'Este campo está dentro de campos demais, ou tem um nome longo demais',
  values: `Use no máximo ${mappingLimits.values} valores`,
  value: 'Este valor não pode ser guardado',
  twice: 'Cada valor aparece uma vez só',
}

/** Names that lead to a field of a body. */
export const FieldPath = z
  .array(
    z
      .string()
      .min(1, mappingMessages.path)
      .max(mappingLimits.keyMax, mappingMessages.path)
      .refine((name) => name === storable(name), mappingMessages.path),
  )
  .min(1, mappingMessages.path)
  .max(mappingLimits.depth, mappingMessages.path)
export type FieldPath = z.output<typeof FieldPath>

const MappedPaths = z.partialRecord(z.enum(mappedFields), FieldPath)

const EventValue = z
  .string()
  .min(1)
  .max(limits.inputMax)
  .refine((value) => value === storable(value), mappingMessages.value)

/** Mapping as far as it has been chosen. */
export const MappingDraft = z.object({
  fields: MappedPaths,
  outcomes: z
    .array(z.object({ value: EventValue, outcome: z.enum(mappedOutcomes) }))
    .max(mappingLimits.values, mappingMessages.values)
    .refine((list) => new Set(list.map(({ value }) => value)).size === list.length, mappingMessages.twice),
})
export type MappingDraft = z.output<typeof MappingDraft>

/** Meanings of the fields of an account's deliveries. */
export const FieldMapping = MappingDraft.superRefine(({ fields, outcomes }, context) => {
  const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
  for (const field of ['event', 'transaction', 'email'] as const)
    if (!fields[field]) refuse(['fields', field], mappingMessages[field])
  if (!fields.product_ids && !fields.offer_ids) refuse(['fields', 'product_ids'], mappingMessages.product_ids)
  if (!outcomes.some(({ outcome }) => outcome === 'paid')) refuse(['outcomes'], mappingMessages.paid)
})
export type FieldMapping = z.output<typeof FieldMapping>

/** One field of a sample, with the first of its values where it stands in a list. */
const SampleField = z.object({ path: FieldPath, text: z.string() })
export type SampleField = z.infer<typeof SampleField>

/** A delivery that was kept, without its secrets. */
const Sample = z.object({
  id: Id,
  utc_created_on: Utc,
  fields: z.array(SampleField),
  /** Not all of its fields are shown. */
  is_cut: z.boolean(),
})
export type Sample = z.infer<typeof Sample>

/** Preview of a delivery's effect. */
const Preview = z.object({
  id: Id,
  value: z.string(),
  /** Meaning of its value; null: the value has none. */
  outcome: z.enum(mappedOutcomes).nullable(),
  name: z.string(),
  email: z.string(),
  product_ids: z.array(z.string()),
  transaction: z.string(),
  /** Titles of the classes that the products open. */
  school_gateways: z.array(z.string()),
  /** Things that a sale needs and the delivery does not say. */
  lacks: z.array(z.enum(['event', 'transaction', 'email', 'product_ids'])),
})
export type Preview = z.infer<typeof Preview>

const ValueCount = z.object({
  value: z.string(),
  /** Deliveries that wait because this value has no meaning. */
  unknown: z.number().int(),
  /** Meaning that other platforms give to the word. */
  suggestion: z.enum(mappedOutcomes).nullable(),
  /** States of a sale with which the value came, by another field of the samples, where those mean different things; the value alone says too little. */
  mixed: z.object({ path: FieldPath, texts: z.array(z.string()) }).nullable(),
})
export type ValueCount = z.infer<typeof ValueCount>

const MappingParams = SchoolParams.extend({ id: Id })

export const fieldMappings = {
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/sales-accounts/:id/mapping',
    summary: 'Samples of what a platform that the school named has sent, and what its fields mean',
    access: 'admin',
    may: 'records',
    params: MappingParams,
    response: z.object({
      title: z.string(),
      proof: AccountProof,
      utc_refused_on: Utc.nullable(),
      /** null until it is saved. */
      mapping: MappingDraft.nullable(),
      /** Meanings that the names and values of the fields tell. */
      suggestion: MappingDraft,
      samples: z.array(Sample),
      /** Deliveries that wait for the mapping. */
      waiting: z.number().int(),
    }),
  }),
  preview: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/sales-accounts/:id/mapping/preview',
    summary: 'What the samples would do with a mapping, and the values of the event',
    access: 'admin',
    may: 'records',
    reads: true,
    params: MappingParams,
    body: MappingDraft,
    response: z.object({ previews: z.array(Preview), values: z.array(ValueCount) }),
  }),
  save: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/sales-accounts/:id/mapping',
    summary: 'Save what the fields mean; deliveries that wait are decided again',
    access: 'admin',
    may: 'records',
    rateLimit: 'mail',
    params: MappingParams,
    body: FieldMapping,
    response: Done,
  }),
}
