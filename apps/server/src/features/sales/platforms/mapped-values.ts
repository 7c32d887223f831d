import { everyItem, type FieldPath } from '@escola/contract/field-mappings.contract'
import { getValue, isObject } from './values.ts'

/** Values that a path may lead to; a list of more says nothing new. */
const mostValues = 200

/** Items of a list, also of one that a form has numbered with gaps; undefined for what is no list. */
export function itemsOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return undefined
  const names = Object.keys(value)
  return names.length > 0 && names.every((name) => /^\d+$/.test(name)) ? Object.values(value) : undefined
}

/** Everything at a path. A single object may stand where a list stood. */
export function valuesOf(body: unknown, path: FieldPath): unknown[] {
  let found: unknown[] = [body]
  for (const name of path)
    found = found
      .flatMap((value) => (name === everyItem ? (itemsOf(value) ?? [value]) : [getValue(value, name)]))
      .filter((value) => value !== undefined && value !== null)
      .slice(0, mostValues)
  return found
}
