import type { ImportRow } from '@escola/contract/imports.contract'
import { columnsOfNames, isEmailCell, studentOf } from './columns.ts'
import { importRow } from './import-row.ts'

/** An array of students, or an object that holds one; undefined when the text is not JSON. */
export function readJson(text: string): ImportRow[] | undefined {
  const value = parse(text)
  if (value === undefined) return undefined
  return (findArray(value) ?? []).map((item, index) => importRow({ line: index + 1, ...findStudent(item) }))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const findArray = (value: unknown): unknown[] | undefined => {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return undefined
  return Object.values(value).find((member): member is unknown[] => Array.isArray(member))
}

function findStudent(item: unknown) {
  const student = { name: '', email: '', cellphone: '' }
  if (typeof item === 'string') return isEmailCell(item) ? { ...student, email: item } : { ...student, name: item }
  if (!isObject(item)) return student
  const cells = Object.entries(item).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[key, String(value)] as const] : [],
  )
  const values = cells.map(([, value]) => value)
  return studentOf(
    values,
    columnsOfNames(
      cells.map(([key]) => key),
      [values],
    ),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
