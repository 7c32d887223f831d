import type { ImportRow } from '@escola/contract/imports.contract'
import { columnsOfNames, isEmailCell, studentOf } from './columns.ts'
import { importRow } from './import-row.ts'

/** Arrays that lie deeper than this are not looked for. */
const deepest = 6

/** An array of students, or a value that holds one; undefined when the text is not JSON. */
export function readJson(text: string): ImportRow[] | undefined {
  const value = parse(text)
  if (value === undefined) return undefined
  return findStudents(value).map((student, index) => importRow({ line: index + 1, ...student }))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Student = ReturnType<typeof findStudent>

/** Finds the array with the most e-mails among those that the value holds, the first and outermost of equal ones. A list within a student isn't looked for. */
function findStudents(value: unknown): Student[] {
  let best: Student[] = []
  let most = -1
  let layer = [value]
  for (let depth = 0; depth < deepest && layer.length > 0; depth++) {
    for (const list of layer.filter(Array.isArray)) {
      const students = list.map(findStudent)
      const emails = students.filter(({ email }) => isEmailCell(email)).length
      if (emails > most) {
        best = students
        most = emails
      }
    }
    layer = layer.flatMap((each) => (isObject(each) && !Array.isArray(each) ? Object.values(each) : []))
  }
  return best
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
