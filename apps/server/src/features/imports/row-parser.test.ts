import { describe, expect, it } from 'vitest'
import { RowParser } from './row-parser.ts'

const row = '{"line":1,"name":"Ação é ü 😀","email":"a@b.co"}'
const bytesOf = (text: string | Buffer) => (typeof text === 'string' ? Buffer.from(text) : text)

/** Counts the rows of a file that arrives in chunks of that size; answers the code of its refusal when it has none. */
function read(file: string | Buffer, size = 64 * 1024): number | string {
  const parser = new RowParser()
  let rows = 0
  try {
    for (let at = 0; at < bytesOf(file).length; at += size)
      rows += parser.push(bytesOf(file).subarray(at, at + size)).length
    parser.end()
    return rows
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe.each([1, 7, 64 * 1024])('in chunks of %i bytes', (size) => {
  it.each([
    ['a list', `[${row}]`, 1],
    ['an empty list', ' [ ] ', 0],
    ['a byte order mark', `\uFEFF[${row}]`, 1],
    ['spaces behind it', `[${row}]\r\n \t`, 1],
    ['rows as the specification has them', '[{"name":"Ana","email":"a@b.co","cellphone":"11"},{"email":"b@b.co"}]', 2],
    ['cells that are empty or numbers', '[{"name":null,"email":"a@b.co","cellphone":11987654321}]', 1],
    ['a column that was not asked for', '[{"line":1,"name":"a","email":"b","x":{"y":[1,{}]}}]', 1],
  ])('takes %s', (_, file, rows) => {
    expect(read(file, size)).toBe(rows)
  })

  it.each([
    ['nothing', ''],
    ['a number', '5'],
    ['a text', '"x"'],
    ['an object without anything', '{}'],
    ['a row without a list', row],
    ['an object', `{"rows":[${row}]}`],
    ['a list in a list', `[[${row}]]`],
    ['null', '[null]'],
    ['a comma too many', `[${row},]`],
    ['a comma too few', `[${row}${row}]`],
    ['a file that was cut', `[${row}`],
    ['two lists', '[] []'],
    ['a number without end', '[{"line":1e400,"name":"a","email":"b"}]'],
    ['a broken line in a text', '[{"line":1,"name":"a\nb","email":"b"}]'],
    ['half a letter', Buffer.concat([bytesOf('[{"line":1,"name":"'), Buffer.from([0xc3]), bytesOf('","email":"b"}]')])],
    ['bytes behind the list', Buffer.concat([bytesOf(`[${row}]`), Buffer.from([0xff])])],
  ])('refuses %s', (_, file) => {
    expect(read(file, size)).toBe('invalid_file')
  })
})

it.each([
  ['a text', '[{"line":1,"name":"', 'a'],
  ['a number', '[{"line":', '1'],
  ['a text that is no row', '["', 'a'],
  ['lists in lists', '[{"x":', '['],
])('refuses %s that does not end after 64 KB of it, and not when it has all of it', (_, begin, more) => {
  const parser = new RowParser()
  parser.push(bytesOf(begin))
  const kilobyte = bytesOf(more.repeat(1024))
  let kilobytes = 0
  expect(() => {
    for (; kilobytes < 20 * 1024; kilobytes++) parser.push(kilobyte)
  }).toThrow()
  expect(kilobytes).toBe(63)
})

it('refuses a line that is not higher than the one before', () => {
  expect(read(`[${row},${row}]`)).toBe('invalid_request')
})

it('numbers the rows that say no line', () => {
  const parser = new RowParser()
  const rows = parser.push(
    Buffer.from(
      '[{"name":"Ana","email":"a@b.co","cellphone":119},{"line":5,"email":"b@b.co"},{"name":null,"email":"c@b.co"}]',
    ),
  )
  expect(rows).toEqual([
    { line: 1, name: 'Ana', email: 'a@b.co', cellphone: '119' },
    { line: 5, name: '', email: 'b@b.co', cellphone: '' },
    { line: 6, name: '', email: 'c@b.co', cellphone: '' },
  ])
})
