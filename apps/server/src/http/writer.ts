import fastJson from 'fast-json-stringify'
import { z } from 'zod'

/**
 * Writes what a schema of the contract describes, and no field besides, as JSON text. It is compiled once; to check the same value against
 * the schema, as every other answer is, takes several times as long.
 */
export const writerOf = <S extends z.ZodType>(schema: S) =>
  fastJson(z.toJSONSchema(schema, { target: 'openapi-3.0' }) as fastJson.Schema) as (value: z.input<S>) => string

/** An answer that was written by its route's own schema. */
export class Written<Answer> {
  readonly json: string
  declare readonly answer?: Answer
  constructor(json: string) {
    this.json = json
  }
}
