import type { Schema } from '../schemas/schema.ts'

/** A form as it was sent, before anything is known about its types. */
export type RawForm = { [key: string]: string | RawForm }

/** Reads `a[b][0]=x` as Stripe does; an empty pair of brackets adds to a list. */
export function parseForm(text: string): RawForm {
  const form = emptyForm()
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.split('[')
    const keys = [first, ...rest.map((key) => key.replace(/\]$/, ''))]
    let place = form
    for (const [index, key] of keys.entries()) {
      const name = key === '' ? String(Object.keys(place).length) : key
      if (index === keys.length - 1) place[name] = value
      else {
        const inner = place[name]
        const next = typeof inner === 'object' ? inner : emptyForm()
        place[name] = next
        place = next
      }
    }
  }
  return form
}

const emptyForm = () => Object.create(null) as RawForm

/** Gives the form the types that its schema names; what doesn't fit stays as it was sent, for the judgement to refuse. */
export function readForm(raw: string | RawForm, schema: Schema | undefined): unknown {
  const choices = choicesOf(schema)
  if (typeof raw === 'string') return readText(raw, choices)
  const keys = Object.keys(raw)
  const list = choices.find((each) => hasType(each, 'array'))
  if (list && keys.every((key) => /^\d+$/.test(key))) {
    return keys.map((key) => readForm(raw[key] as string | RawForm, list.items))
  }
  const objects = choices.filter((each) => hasType(each, 'object'))
  return Object.fromEntries(
    keys.map((key) => {
      const named = objects.find((each) => each.properties && Object.hasOwn(each.properties, key))?.properties?.[key]
      const other = objects.find((each) => typeof each.additionalProperties === 'object')?.additionalProperties
      return [key, readForm(raw[key] as string | RawForm, named ?? (other as Schema | undefined))]
    }),
  )
}

function readText(text: string, choices: Schema[]): unknown {
  if (choices.some((each) => each.enum?.includes(text) || each.const === text)) return text
  if (choices.some((each) => hasType(each, 'string') && !each.enum && each.const === undefined)) return text
  const number = choices.some((each) => hasType(each, 'integer') || hasType(each, 'number'))
  if (number && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (choices.some((each) => hasType(each, 'boolean')) && /^(true|false)$/.test(text)) return text === 'true'
  return text
}

export const choicesOf = (schema: Schema | undefined): Schema[] =>
  schema?.anyOf ? schema.anyOf.flatMap(choicesOf) : schema ? [schema] : []

export const hasType = ({ type }: Schema, name: string): boolean => type === name || Boolean(type?.includes(name))
