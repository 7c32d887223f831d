import type { ImportRow } from '@escola/contract/imports.contract'
import { cleanCell } from '../../ui/spreadsheet/line.ts'
import { isEmailCell, readWrittenEmail } from '../../ui/spreadsheet/written-email.ts'
import { columnsOfNames, studentOf } from './columns.ts'
import { importRow } from './import-row.ts'
import { rowsOf, tableOf } from './table.ts'

/** Arrays that lie deeper than this are not looked for. */
const deepest = 6

/** An array of students, or a value that holds one, or a value on each line; undefined when the text is not JSON. */
export function readJson(text: string): ImportRow[] | undefined {
  const value = parse(text) ?? parseLines(text)
  if (value === undefined) return undefined
  return findStudents(value).map((student, index) => importRow({ ...student, line: index + 1 }))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parseLines(text: string): unknown[] | undefined {
  const values = text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .map(parse)
  return values.length > 1 && values.every(isObject) ? values : undefined
}

type Student = ReturnType<typeof findStudent>

/** Finds the array with the most e-mails among those that the value holds, the first and outermost of equal ones. A list within a student isn't looked for. */
function findStudents(value: unknown): Student[] {
  let best: Student[] = []
  let most = -1
  let layer = [value]
  for (let depth = 0; depth < deepest && layer.length > 0; depth++) {
    for (const list of layer.filter(Array.isArray)) {
      const students = studentsOf(list)
      const emails = students.filter(({ email }) => isEmailCell(email)).length
      if (emails > most) {
        best = students
        most = emails
      }
    }
    layer = layer.flatMap((each) => (isObject(each) && !Array.isArray(each) ? Object.values(each) : []))
  }
  if (most > 0 || !isObject(value)) return best
  const alone = findStudent(value)
  return isEmailCell(alone.email) ? [alone] : best
}

/** Students of a list; a list of lists is a table. */
const studentsOf = (list: unknown[]): Student[] =>
  list.length > 0 && list.every(Array.isArray)
    ? rowsOf(tableOf(list.map((cells, at) => ({ line: at + 1, cells: cells.map(textOf) }))))
    : list.map(findStudent)

function findStudent(item: unknown) {
  const student = { name: '', email: '', cellphone: '' }
  if (typeof item === 'string')
    return isEmailCell(item) ? { ...student, ...readWrittenEmail(item) } : { ...student, name: item }
  if (!isObject(item)) return student
  const cells = cellsOf(item, '')
  const values = cells.map(([, value]) => value)
  return studentOf(
    values,
    columnsOfNames(
      cells.map(([key]) => key),
      [values],
    ),
  )
}

/** Values of an object and of those inside it, which are named after both: 'user email'. */
const cellsOf = (item: Record<string, unknown>, path: string): (readonly [string, string])[] =>
  Object.entries(item).flatMap(([key, value]) => {
    if (isObject(value) && !Array.isArray(value))
      return path.split(' ').length < 3 ? cellsOf(value, `${path}${key} `) : []
    const text = textOf(value)
    return text === '' ? [] : [[`${path}${key}`, text] as const]
  })

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? cleanCell(String(value)) : ''

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
