import type { z } from 'zod'
import { writerOf } from './writer.ts'

/** JSON text of some fields of an object, without its brackets; joinFields makes the object of its parts. */
export type JsonFields = string & { readonly isFields: true }

/** Makes a writer of the fields that a schema describes, for an object whose other fields are written apart from them. */
export function fieldsWriterOf<S extends z.ZodObject>(schema: S): (value: z.input<S>) => JsonFields {
  const write = writerOf(schema)
  return (value) => write(value).slice(1, -1) as JsonFields
}

/** Copies fields that are kept for long: a text cut out of a longer one holds the longer one in memory. */
export const copyFields = (fields: JsonFields) => Buffer.from(fields).toString() as JsonFields

/** Names a value that is JSON text already. */
export const nameField = (name: string, json: string) => `${JSON.stringify(name)}:${json}` as JsonFields

/** Joins parts to the JSON text of one object. No field may stand in two parts. */
export function joinFields(...parts: JsonFields[]): string {
  let fields = ''
  for (const part of parts) {
    if (part === '') continue
    fields += fields === '' ? part : `,${part}`
  }
  return `{${fields}}`
}

/** Joins values that are JSON text already to the text of a list. */
export const joinList = (values: string[]) => `[${values.join()}]`
