import { z } from 'zod'
import type { May, Permission } from './permissions.ts'
import { Money } from './wire.ts'

/** Right that a field of an answer takes besides its route's, and the value that callers without it get. */
export interface FieldRight {
  may: Exclude<May, 'own'>
  instead: unknown
  /** A right in chosen courses is enough: the handler tells of these alone. */
  byCourse?: true
}

/** Stands in place of an entry of a list that is left out of it. */
export const leftOut = Symbol('left out')

const rights = z.registry<FieldRight>()
const marked = <S extends z.ZodType>(schema: S, right: FieldRight): S => {
  // A schema of its own: the same one stands in other answers, too.
  const own = schema.clone() as S
  rights.add(own, right)
  return own
}

/** Says in an answer's schema that a field takes a right, or any of several; callers without it get `instead`. */
export const needs = <S extends z.ZodType>(
  may: FieldRight['may'],
  schema: S,
  instead: NoInfer<z.input<S>>,
  options: { byCourse?: true } = {},
): S => marked(schema, { may, instead, ...options })

/** Says that the entries of a list, or those of one kind, take a right: callers without the right get the list without them. */
export const entryNeeds = <S extends z.ZodType>(may: FieldRight['may'], schema: S): S =>
  marked(schema, { may, instead: leftOut })

export const fieldRightOf = (schema: z.core.$ZodType): FieldRight | undefined => rights.get(schema)

export const rightsAsked = ({ may }: Pick<FieldRight, 'may'>): readonly Permission[] =>
  typeof may === 'string' ? [may] : may

/** E-mail or telephone of a person of the school; '' for callers who may not see any. */
export const ContactText = needs('students', z.string(), '')
/** The telephone as any country reaches it. */
export const ContactPhone = needs('students', z.string().nullable(), null)
/** Sum of the school's own money. */
export const SchoolMoney = needs('money', Money, '0.00')
