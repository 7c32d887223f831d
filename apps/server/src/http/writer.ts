import type { Rights } from '@escola/contract/permissions'
import fastJson from 'fast-json-stringify'
import { z } from 'zod'
import { withholderOf } from './withheld-fields.ts'

/**
 * Writes what a schema of the contract describes, and no field besides, as JSON text. It is compiled once; to check the same value against
 * the schema, as every other answer is, takes several times as long.
 */
export const writerOf = <S extends z.ZodType>(schema: S) =>
  fastJson(z.toJSONSchema(schema, { target: 'openapi-3.0' }) as fastJson.Schema) as (value: z.input<S>) => string

/** An answer that was written by its route's own schema. */
export class Written<Answer> {
  readonly json: string
  /** Fields that take a right were left out before; see rightsWriterOf. */
  readonly isWithheld: boolean
  declare readonly answer?: Answer
  constructor(json: string, { isWithheld = false } = {}) {
    this.json = json
    this.isWithheld = isWithheld
  }
}

/** Writes answers with fields that take a right, of which a caller without it gets none. */
export function rightsWriterOf<S extends z.ZodType>(schema: S) {
  const write = writerOf(schema)
  const withhold = withholderOf(schema)
  return (value: z.input<S>, rights: Rights) =>
    new Written<z.input<S>>(write((withhold ? withhold(value, rights) : value) as z.input<S>), { isWithheld: true })
}
