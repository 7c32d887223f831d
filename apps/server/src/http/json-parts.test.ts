import { expect, it } from 'vitest'
import { z } from 'zod'
import { copyFields, fieldsWriterOf, joinFields, joinList, nameField } from './json-parts.ts'
import { writerOf } from './writer.ts'

const Row = z.object({ id: z.string(), title: z.string(), isOpen: z.boolean(), note: z.literal(true).optional() })
const Table = z.object({ name: z.string(), rows: z.array(Row), next: z.string().nullable() })

const writeName = fieldsWriterOf(Table.pick({ name: true }))
const writeNext = fieldsWriterOf(Table.pick({ next: true }))
const writeTitle = fieldsWriterOf(Row.pick({ id: true, title: true }))
const writeState = fieldsWriterOf(Row.pick({ isOpen: true, note: true }))

it.each([
  { name: 'Vazia', rows: [], next: null },
  {
    name: 'Ação "nova" \\ } , { 🎓',
    rows: [
      { id: '1', title: '}', isOpen: true },
      { id: '2', title: ',"isOpen":', isOpen: false, note: true as const },
    ],
    next: '{}',
  },
])('reads from parts what the whole schema writes: $name', (table) => {
  const rows = table.rows.map((row) => joinFields(copyFields(writeTitle(row)), writeState(row)))
  const json = joinFields(writeName(table), nameField('rows', joinList(rows)), writeNext(table))
  expect(JSON.parse(json)).toEqual(Table.parse(table))
  expect(json).toBe(writerOf(Table)(table))
})

it('joins parts without fields, wherever they stand', () => {
  const none = fieldsWriterOf(Row.pick({ note: true }))({})
  const name = nameField('a "name"', '1')
  expect(joinFields()).toBe('{}')
  expect(joinFields(none)).toBe('{}')
  expect([joinFields(none, name), joinFields(name, none)]).toEqual(['{"a \\"name\\"":1}', '{"a \\"name\\"":1}'])
})
