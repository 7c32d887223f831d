import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { Operation, Parameters } from '../schemas/parameters.ts'
import type { Schema } from '../schemas/schema.ts'
import { refuse, type StripeError } from './errors.ts'
import { choicesOf, hasType, type RawForm, readForm } from './form.ts'

export const schemaFile = path.join(import.meta.dirname, '../schemas/parameters.gen.json')

let schemas: Record<string, Schema> | undefined
// The schemas are large and the calls few: compiling them well takes longer than all judging.
const ajv = new Ajv({ allErrors: true, strict: false, verbose: true, code: { optimize: false } })
const judges = new Map<Operation, ValidateFunction>()

function schemaOf(operation: Operation): Schema {
  schemas ??= (JSON.parse(readFileSync(schemaFile, 'utf8')) as Schema).properties as Record<string, Schema>
  return schemas[operation] as Schema
}

/** @returns the parameters in their types; throws what Stripe would answer to others */
export function judge<O extends Operation>(operation: O, raw: RawForm): Parameters[O] {
  const schema = schemaOf(operation)
  const judgeParameters = judges.get(operation) ?? ajv.compile(schema)
  judges.set(operation, judgeParameters)
  const parameters = readForm(raw, schema)
  if (!judgeParameters(parameters)) throw refusalOf(judgeParameters.errors ?? [])
  judgeMetadata(parameters as { metadata?: unknown })
  return parameters as Parameters[O]
}

const rank = (error: ErrorObject) =>
  ['additionalProperties', 'required', 'type', 'enum', 'const', 'minLength'].indexOf(error.keyword)

/** A value that fits none of several types gives an error for each: the one that lies deepest is about the type that was meant. */
function refusalOf(errors: ErrorObject[]): StripeError {
  const relevant = errors.filter((each) => rank(each) >= 0)
  const depth = Math.max(...relevant.map((each) => each.instancePath.length))
  const unknown = relevant.find((each) => each.keyword === 'additionalProperties')
  const error =
    unknown ?? relevant.filter((each) => each.instancePath.length === depth).sort((a, b) => rank(a) - rank(b))[0]
  if (!error) return refuse('The parameters are not those of this call.')
  const place = error.instancePath.split('/').slice(1)
  if (error.keyword === 'additionalProperties') {
    const param = nameOf([...place, error.params.additionalProperty])
    return refuse(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  if (error.keyword === 'required') {
    const param = nameOf([...place, error.params.missingProperty])
    return refuse(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  const param = nameOf(place)
  const choices = choicesOf(error.parentSchema as Schema).concat(
    errors.filter((each) => each.instancePath === error.instancePath).map((each) => each.parentSchema as Schema),
  )
  return refuseValue(param, error.data, choices)
}

function refuseValue(param: string, value: unknown, choices: Schema[]): StripeError {
  const accepts = (type: string) => choices.some((each) => hasType(each, type))
  if (value === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a field; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`
    return refuse(message, { code: 'parameter_invalid_empty', param })
  }
  const words = [
    ...new Set(choices.flatMap((each) => each.enum ?? (each.const === undefined ? [] : [each.const]))),
  ].filter(Boolean)
  if (typeof value !== 'object' && words.length) {
    return refuse(
      `Invalid ${param}: must be one of ${words.slice(0, -1).join(', ')}${words.length > 1 ? ' or ' : ''}${words.at(-1)}`,
      { param },
    )
  }
  if (accepts('integer')) return refuse(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param })
  if (accepts('boolean')) return refuse(`Invalid boolean: ${value}`, { param })
  if (accepts('array')) return refuse('Invalid array', { param })
  if (accepts('object')) return refuse('Invalid object', { param })
  return refuse(`Invalid string: ${JSON.stringify(value)}`, { code: 'parameter_invalid_string', param })
}

const nameOf = ([first = '', ...rest]: string[]) => first + rest.map((key) => `[${key}]`).join('')

function judgeMetadata({ metadata }: { metadata?: unknown }): void {
  if (!metadata || typeof metadata !== 'object') return
  const entries = Object.entries(metadata)
  if (entries.length > 50) throw refuse('Metadata can have up to 50 keys.', { param: 'metadata' })
  for (const [key, value] of entries) {
    if (key.length > 40) throw refuse('Metadata keys can have up to 40 characters.', { param: 'metadata' })
    if (String(value).length > 500) {
      const message = `Metadata values can have up to 500 characters, but you passed in a value that is ${String(value).length} characters. Invalid value: ${value}`
      throw refuse(message, { param: `metadata[${key}]` })
    }
  }
}

/** Stripe's bounds for one payment in reais; amounts of other currencies have the same here. */
export function judgeAmount(amount: number, currency: string): void {
  judgeCurrency(currency)
  const sum = (cents: number) => (currency === 'brl' ? `R$${(cents / 100).toFixed(2)} brl` : `${cents} ${currency}`)
  if (amount < 1) {
    throw refuse('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  }
  if (amount < 50) throw refuse(`Amount must be at least ${sum(50)}`, { code: 'amount_too_small', param: 'amount' })
  if (amount > 99_999_999) {
    throw refuse(`Amount must be no more than ${sum(99_999_999)}`, { code: 'amount_too_large', param: 'amount' })
  }
}

const currencies = new Set(Intl.supportedValuesOf('currency').map((each) => each.toLowerCase()))

export function judgeCurrency(currency: string): void {
  if (currencies.has(currency)) return
  const message = `Invalid currency: ${currency}. Stripe currently supports these currencies: ${[...currencies].join(', ')}`
  throw refuse(message, { param: 'currency' })
}
