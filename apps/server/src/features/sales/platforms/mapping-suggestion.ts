import {
  everyItem,
  type FieldPath,
  type MappedField,
  type MappedOutcome,
  type MappingDraft,
  mappedFields,
  type SampleField,
} from '@escola/contract/field-mappings.contract'
import { normalizeName, wrappers } from './aliases.ts'
import { aliases, flat, payers, person, students, subscriptions } from './sale-names.ts'
import { documentOf, emailOf, endOf, idOf, momentOf } from './values.ts'
import { changeOf, isKind } from './words.ts'

const ofPeople = (names: string[], flatNames: string[]) => [
  ...[...students, ...payers].flatMap((each) => names.map((name) => `${each}.${name}`)),
  ...flatNames,
]
const ends = [...aliases.paidUntil, 'expires_at', 'expiration_date', 'valid_until']

/** Names by which a field is known, the likeliest first. */
const names: Record<MappedField, string[]> = {
  event: [...aliases.event, ...aliases.status],
  transaction: [...aliases.transaction, 'transaction.id', 'order.id', 'sale.id', 'pedido.id', 'pedido', 'id'],
  email: ofPeople(person.email, flat.email),
  name: ofPeople(person.name, flat.name),
  phone: ofPeople(person.phone, flat.phone),
  document: ofPeople(person.document, flat.document),
  product_ids: aliases.product,
  offer_ids: aliases.offer,
  product_name: [...aliases.productName, 'items[].name', 'products[].name', 'produtos[].nome', 'produto.nome'],
  subscription: aliases.subscription,
  occurred_on: aliases.occurredOn,
  paid_until: subscriptions.flatMap((place) => ends.map((name) => place + name)),
}

/** Looks at a field's text where its name alone may mislead. */
const fits: Partial<Record<MappedField, (text: string) => boolean>> = {
  event: (text) => text !== '' && !isKind(text),
  transaction: (text) => idOf(text) !== '',
  email: (text) => emailOf(text) !== '',
  document: (text) => documentOf(text).length >= 11,
  product_ids: (text) => idOf(text) !== '',
  occurred_on: (text) => momentOf(text) !== null,
  paid_until: (text) => endOf(text) !== null,
}

/** Guesses what the fields of samples mean, by their names and values. */
export function suggestMapping(samples: SampleField[][]): MappingDraft {
  const all = samples.flat()
  const fields: MappingDraft['fields'] = {}
  for (const field of mappedFields) {
    const path = findByName(all, field)
    if (path) fields[field] = path
  }
  fields.email ??= findEmail(all)
  if (!fields.email) delete fields.email
  const key = JSON.stringify(fields.event)
  const values = [...new Set(all.filter(({ path }) => JSON.stringify(path) === key).map(({ text }) => text))]
  return {
    fields,
    outcomes: values.flatMap((value) => {
      const outcome = suggestOutcome(value)
      return outcome ? [{ value, outcome }] : []
    }),
  }
}

/** Meaning that other platforms give to a word; null for one that none has. */
export function suggestOutcome(value: string): MappedOutcome | null {
  const change = changeOf(value, [])
  if (change.action === 'enroll') return 'paid'
  if (change.action === 'ignore') return change.reason === 'no_access_change' ? 'ignored' : null
  if (change.action !== 'revoke') return null
  if (change.isFinal) return 'refunded'
  return change.revokes === 'subscription' ? 'subscription_ended' : 'canceled'
}

function findByName(all: SampleField[], field: MappedField): FieldPath | undefined {
  for (const alias of names[field]) {
    const wanted = nameOf(alias.replaceAll('[]', '').split('.'))
    const match = all.find(({ path, text }) => namesOf(path).includes(wanted) && (fits[field]?.(text) ?? text !== ''))
    if (match) return match.path
  }
  return undefined
}

const nameOf = (path: string[]) => path.map(normalizeName).join('.')

/** Names of a path: the whole, and without the objects in which platforms wrap a sale. */
function namesOf(path: FieldPath): string[] {
  const own = path.filter((name) => name !== everyItem)
  const found = [nameOf(own)]
  for (let depth = 0; depth < 2 && own.length - depth > 1 && wrappers.includes(normalizeName(own[depth]!)); depth++)
    found.push(nameOf(own.slice(depth + 1)))
  return found
}

/** People whose e-mail is not the buyer's. */
const others = /produ[ct]|afili|affili|seller|vended|owner|support|suporte|escola|school/i

const findEmail = (all: SampleField[]): FieldPath | undefined =>
  all.find(({ path, text }) => emailOf(text) !== '' && !others.test(path.join('.')))?.path
