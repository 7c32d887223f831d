import type { ImportRow } from '@escola/contract/imports.contract'
import { type Field, fieldOfHeading, holdsEmail } from './columns.ts'
import { importRow } from './import-row.ts'

/** An array of students, or an object that holds one; undefined when the text is not JSON. */
export function readJson(text: string): ImportRow[] | undefined {
  const value = parse(text)
  if (value === undefined) return undefined
  return (arrayIn(value) ?? []).map((item, index) => importRow({ line: index + 1, ...studentIn(item) }))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const arrayIn = (value: unknown): unknown[] | undefined => {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return undefined
  return Object.values(value).find((member): member is unknown[] => Array.isArray(member))
}

function studentIn(item: unknown) {
  const student: Record<Field, string> = { name: '', email: '', cellphone: '' }
  if (typeof item === 'string') return holdsEmail(item) ? { ...student, email: item } : { ...student, name: item }
  if (!isObject(item)) return student
  for (const [key, value] of Object.entries(item)) {
    const field = fieldOfHeading(key)
    if (field && student[field] === '' && (typeof value === 'string' || typeof value === 'number')) {
      student[field] = String(value)
    }
  }
  return student
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
