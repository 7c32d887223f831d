import { type FieldRight, fieldRightOf, leftOut } from '@escola/contract/needs'
import { mayCall, type Rights } from '@escola/contract/permissions'
import type { z } from 'zod'

/** Takes from an answer what its schema says the rights don't reach. The answer itself stays as it is: it may be another caller's, too. */
export type Withhold = (answer: unknown, rights: Rights) => unknown

type Schema = z.core.$ZodTypes

/** Compiles, once, the places of a schema with fields that take a right. @returns undefined where there are none */
export function withholderOf(schema: z.core.$ZodType): Withhold | undefined {
  const withhold = compile(schema as Schema, [])
  if (fieldRightOf(schema)?.instead === leftOut) throw new Error('an answer that is no entry of a list is left out')
  return withhold
}

const isAllowed = (rights: Rights, { may, byCourse }: FieldRight) => mayCall(rights, may, byCourse)

function compile(schema: Schema, around: Schema[]): Withhold | undefined {
  if (around.includes(schema)) throw new Error('a schema that holds itself has no plan of its fields')
  const right = fieldRightOf(schema)
  const inner = compileInner(schema, [...around, schema])
  if (!right) return inner
  return (value, rights) => {
    if (!isAllowed(rights, right)) return right.instead
    return inner ? inner(value, rights) : value
  }
}

function compileInner(schema: Schema, around: Schema[]): Withhold | undefined {
  const { def } = schema._zod
  switch (def.type) {
    case 'object':
      return ofObject(def.shape as Record<string, Schema>, around)
    case 'array':
      return ofList(compile(def.element as Schema, around))
    case 'record':
      return ofRecord(compile(def.valueType as Schema, around))
    case 'union':
      return 'discriminator' in def
        ? ofKinds(def as unknown as KindsDef, around)
        : inTurn(def.options.map((option) => compile(option as Schema, around)))
    case 'intersection':
      return inTurn([compile(def.left as Schema, around), compile(def.right as Schema, around)])
    // A handler's value goes in here; see ResponseInput.
    case 'pipe':
      return compile(def.in as Schema, around)
    case 'nullable':
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return ofPresent(compile(def.innerType as Schema, around))
    case 'tuple':
    case 'lazy':
    case 'map':
    case 'set':
    case 'promise':
      throw new Error(`answers with a ${def.type} have no plan of their fields`)
    default:
      return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function ofObject(shape: Record<string, Schema>, around: Schema[]): Withhold | undefined {
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    if (leavesOut(field)) throw new Error(`${name} is no entry of a list, and can't be left out`)
    const withhold = compile(field, around)
    return withhold ? [{ name, withhold }] : []
  })
  if (fields.length === 0) return undefined
  return (value, rights) => {
    if (!isObject(value)) return value
    const told = { ...value }
    for (const { name, withhold } of fields) if (told[name] !== undefined) told[name] = withhold(told[name], rights)
    return told
  }
}

const ofList = (withhold: Withhold | undefined): Withhold | undefined =>
  withhold &&
  ((value, rights) =>
    Array.isArray(value) ? value.map((entry) => withhold(entry, rights)).filter((entry) => entry !== leftOut) : value)

const ofRecord = (withhold: Withhold | undefined): Withhold | undefined =>
  withhold &&
  ((value, rights) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withhold(entry, rights)]))
      : value)

const ofPresent = (withhold: Withhold | undefined): Withhold | undefined =>
  withhold && ((value, rights) => (value === null || value === undefined ? value : withhold(value, rights)))

interface KindsDef {
  discriminator: string
  options: Schema[]
}

function ofKinds({ discriminator, options }: KindsDef, around: Schema[]): Withhold | undefined {
  const kinds = options.flatMap((option) => {
    const withhold = compile(option, around)
    return withhold ? [...option._zod.propValues![discriminator]!].map((kind) => [kind, withhold] as const) : []
  })
  if (kinds.length === 0) return undefined
  const byKind = new Map<unknown, Withhold>(kinds)
  return (value, rights) => {
    const withhold = isObject(value) ? byKind.get(value[discriminator]) : undefined
    return withhold ? withhold(value, rights) : value
  }
}

/** Options that nothing tells apart take their fields in turn. */
function inTurn(all: (Withhold | undefined)[]): Withhold | undefined {
  const some = all.filter((each) => each !== undefined)
  if (some.length === 0) return undefined
  return (value, rights) => some.reduce((told, withhold) => withhold(told, rights), value)
}

/** Tells whether a value of the schema may be left out as a whole, which only a list bears. */
function leavesOut(schema: Schema): boolean {
  if (fieldRightOf(schema)?.instead === leftOut) return true
  const { def } = schema._zod
  if (def.type === 'union') return def.options.some((option) => leavesOut(option as Schema))
  return 'innerType' in def && leavesOut(def.innerType as Schema)
}
