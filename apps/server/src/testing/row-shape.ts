import { expect } from 'vitest'

type Kind<T> = T extends string
  ? 'string'
  : T extends number
    ? 'number'
    : T extends boolean
      ? 'boolean'
      : T extends Date
        ? 'Date'
        : T extends readonly unknown[]
          ? 'array'
          : 'object'
/** Values that a test expects in each column of a declared row type. The compiler refuses a shape that says otherwise. */
export type RowShape<Row> = {
  [Column in keyof Row]-?: null extends Row[Column] ? `${Kind<NonNullable<Row[Column]>>} or null` : Kind<Row[Column]>
}

/**
 * Compares rows of a raw statement with their declared type, which the compiler believes without asking the database. The rows must show
 * each column with a value, and each that may be null without one.
 */
export function expectShape<Row extends object>(rows: Row[], shape: RowShape<Row>): void {
  const found = Object.fromEntries(
    [...new Set(rows.flatMap((row) => Object.keys(row)))].map((column) => {
      const kinds = new Set(rows.map((row) => kindOf(row[column as keyof Row])))
      return [column, [...kinds].toSorted(nullLast).join(' or ')]
    }),
  )
  expect(found).toEqual(shape)
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (value instanceof Date) return 'Date'
  return Array.isArray(value) ? 'array' : typeof value
}
const nullLast = (a: string, b: string) => Number(a === 'null') - Number(b === 'null')
