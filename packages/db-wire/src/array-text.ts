import type { TextValue } from './wire.ts'

const quote = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`

/** An array of PostgreSQL as text. */
export const arrayText = (values: TextValue[]) =>
  `{${values.map((value) => (value === null ? 'null' : quote(value))).join(',')}}`
