import type { FieldRight } from '@escola/contract/needs'
import { fieldRightOf } from '@escola/contract/needs'
import { z } from 'zod'

type Schema = z.core.$ZodTypes

/** A field in an answer's schema: names of objects, '[]' for entries of lists, '{}' for those of records. */
export interface Place {
  path: string[]
  /** Kind of the entry on each step that is one of several kinds; see sampleOf. */
  schema: Schema
  /** Rights of the things around it, the outermost first, and its own last. */
  rights: FieldRight[]
}

/** Lists every field of a schema with the rights that it takes. */
export function placesOf(schema: z.core.$ZodType, path: string[] = [], around: FieldRight[] = []): Place[] {
  const own = fieldRightOf(schema)
  const rights = own ? [...around, own] : around
  const here: Place = { path, schema: schema as Schema, rights }
  return [here, ...stepsOf(schema as Schema).flatMap(([step, inner]) => placesOf(inner, [...path, ...step], rights))]
}

function stepsOf(schema: Schema): [string[], z.core.$ZodType][] {
  const { def } = schema._zod
  if (def.type === 'object') return Object.entries(def.shape).map(([name, field]) => [[name], field])
  if (def.type === 'array') return [[['[]'], def.element]]
  if (def.type === 'record') return [[['{}'], def.valueType]]
  if (def.type === 'union') return def.options.map((option) => [[], option])
  if (def.type === 'intersection') return [def.left, def.right].map((part) => [[], part])
  if (def.type === 'pipe') return [[[], def.in]]
  return 'innerType' in def ? [[[], def.innerType as z.core.$ZodType]] : []
}

const texts = [
  'texto',
  '7.31',
  '7',
  '2026-11-23T15:00:00.000Z',
  '2026-11-23',
  '2026-11',
  'https://a.example',
  'a@b.example',
  '#aabbcc',
]

/** Makes a value of a schema, without anything that is empty or null. A list has an entry of each kind. */
export function sampleOf(schema: z.core.$ZodType): unknown {
  const { def } = schema._zod as Schema['_zod']
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, sampleOf(field)]))
    case 'array':
      return kindsOf(def.element).map(sampleOf)
    case 'record':
      return Object.fromEntries(keysOf(def.keyType).map((key) => [key, sampleOf(def.valueType)]))
    case 'union':
      return sampleOf(def.options[0]!)
    case 'intersection':
      return { ...Object(sampleOf(def.left)), ...Object(sampleOf(def.right)) }
    case 'pipe':
      return sampleOf(def.in)
    case 'literal':
      return def.values[0]
    case 'enum':
      return Object.values(def.entries).at(-1)
    case 'number':
      return 7
    case 'boolean':
      return true
    case 'string':
      return texts.find((text) => z.safeParse(schema, text).success) ?? `no text for ${def.type}`
    default:
      return 'innerType' in def ? sampleOf(def.innerType as z.core.$ZodType) : 'coisa'
  }
}

const kindsOf = (schema: z.core.$ZodType): z.core.$ZodType[] => {
  const { def } = schema._zod as Schema['_zod']
  return def.type === 'union' ? [...def.options] : [schema]
}

const keysOf = (schema: z.core.$ZodType): string[] => {
  const { def } = schema._zod as Schema['_zod']
  return def.type === 'enum' ? Object.values(def.entries).map(String) : ['7']
}

/** Finds the values that stand at a place. */
export function valuesAt(value: unknown, [step, ...rest]: string[]): unknown[] {
  if (step === undefined) return [value]
  if (typeof value !== 'object' || value === null) return []
  if (step === '[]' || step === '{}') return Object.values(value).flatMap((entry) => valuesAt(entry, rest))
  return step in value ? valuesAt((value as Record<string, unknown>)[step], rest) : []
}
