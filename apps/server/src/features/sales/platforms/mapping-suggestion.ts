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
const firstNames = ['first_name', 'firstname']
const areaCodes = ['phone_area_code', 'phone_local_code', 'phone_ddd', 'phone.ddd', 'ddd']
const ends = [...aliases.paidUntil, 'expires_at', 'expiration_date', 'valid_until']

/** Names by which a field is known, the likeliest first. */
const names: Record<MappedField, string[]> = {
  event: ['current_status', ...aliases.event, ...aliases.status, 'sale_status_enum_key'],
  transaction: [...aliases.transaction, 'transaction.id', 'order.id', 'sale.id', 'pedido.id', 'pedido', 'id'],
  email: ofPeople(person.email, flat.email),
  name: ofPeople([...person.name, 'fullname', ...firstNames], [...flat.name, ...firstNames]),
  last_name: ofPeople(['last_name', 'lastname', 'sobrenome'], ['last_name', 'lastname', 'sobrenome']),
  phone: ofPeople([...person.phone, 'telephone'], [...flat.phone, 'telephone']),
  phone_area: ofPeople(areaCodes, areaCodes),
  document: ofPeople(person.document, flat.document),
  product_ids: [...aliases.product, 'bundles[].products[].id'],
  offer_ids: [...aliases.offer, 'bundles[].id'],
  product_name: [
    ...aliases.productName,
    'items[].name',
    'products[].name',
    'produtos[].nome',
    'produto.nome',
    'bundles[].name',
  ],
  subscription: aliases.subscription,
  occurred_on: aliases.occurredOn,
  paid_until: subscriptions.flatMap((place) => ends.map((name) => place + name)),
}

/** Looks at a field's text where its name alone may mislead. */
const fits: Partial<Record<MappedField, (text: string) => boolean>> = {
  event: (text) => text !== '' && !isKind(text),
  phone_area: (text) => /^\+?\d{2,3}$/.test(text.trim()),
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
    const path = field === 'event' ? findState(samples) : findByName(all, field)
    if (path) fields[field] = path
  }
  // A last name stands beside a first one, and an area code beside a number without one.
  if (!firstNames.includes(normalizeFirst(fields.name))) delete fields.last_name
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

const normalizeFirst = (path: FieldPath | undefined) => path?.at(-1)?.toLowerCase() ?? ''

/**
 * Finds the field that says how a sale stands: the one whose values are known words in most of the samples, of several the likeliest name. A name alone
 * may be that of what the record is, and never change.
 */
function findState(samples: SampleField[][]): FieldPath | undefined {
  const ranked = listStates(samples).toSorted((a, b) => b.known - a.known || a.rank - b.rank)
  return ranked[0]?.path
}

interface State {
  path: FieldPath
  /** Place of its name among the likely ones. */
  rank: number
  /** Samples in which its value is a known word. */
  known: number
}

function listStates(samples: SampleField[][]): State[] {
  const found = new Map<string, State>()
  for (const { path, text } of samples.flat()) {
    if (!fits.event!(text)) continue
    const own = namesOf(path)
    const rank = names.event.findIndex((alias) => own.includes(nameOf(alias.split('.'))))
    const isKnown = suggestOutcome(text) !== null
    // A field with another name says how a sale stands where its name says that and its values are known.
    if (rank < 0 && !(isKnown && isStateName(path))) continue
    const key = JSON.stringify(path)
    const state = found.get(key) ?? { path, rank: rank < 0 ? names.event.length : rank, known: 0 }
    found.set(key, { ...state, known: state.known + Number(isKnown) })
  }
  return [...found.values()]
}

const isStateName = (path: FieldPath) => {
  const name = path.at(-1)!
  return /status|situa|estado|evento?$/i.test(name) && !/old|prev|last|anter|ant$/i.test(name)
}

/**
 * Finds for a value of the event the states with which it came in the samples, where those mean different things: one who takes the value for the
 * state lets in who has not paid.
 */
export function findMixed(samples: SampleField[][], event: FieldPath | undefined, value: string) {
  if (!event) return null
  const textAt = (fields: SampleField[], path: FieldPath) => {
    const key = JSON.stringify(path)
    return fields.find((field) => JSON.stringify(field.path) === key)?.text ?? ''
  }
  const alike = samples.filter((fields) => textAt(fields, event) === value)
  const states = listStates(alike).filter(({ path }) => JSON.stringify(path) !== JSON.stringify(event))
  for (const { path } of states.toSorted((a, b) => a.rank - b.rank)) {
    const texts = [...new Set(alike.map((fields) => textAt(fields, path)).filter((text) => suggestOutcome(text)))]
    if (new Set(texts.map(suggestOutcome)).size > 1) return { path, texts }
  }
  return null
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
