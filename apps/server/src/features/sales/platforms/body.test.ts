import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseBody, UnreadableBody } from './body.ts'

const parsed = (text: string) => parseBody(Buffer.from(text))

it.each([
  ['', {}],
  [' \r\n', {}],
  ['{"a":1,"b":{"c":[true,null,"d"]}}', { a: 1, b: { c: [true, null, 'd'] } }],
  ['\uFEFF {"a":"á"}\n', { a: 'á' }],
  ['a=1&b=dois+tr%C3%AAs', { a: '1', b: 'dois três' }],
  ['plano[nome]=Um&plano[codigo]=65', { plano: { nome: 'Um', codigo: '65' } }],
  ['i%5B0%5D%5Bid%5D=1&i%5B1%5D%5Bid%5D=2', { i: [{ id: '1' }, { id: '2' }] }],
  ['i[]=1&i[]=2', { i: ['1', '2'] }],
  ['a=1&a=2', { a: '2' }],
  ['data.id=1', { 'data.id': '1' }],
  ['a', undefined],
  ['[{"a":1}]', { a: 1 }],
  ['[{"headers":{"x":"1"},"query":{},"body":{"a":1}}]', { a: 1 }],
  ['{"headers":{"x":"1"},"body":{"a":1}}', { headers: { x: '1' }, body: { a: 1 } }],
  ['"{\\"a\\":1}"', { a: 1 }],
  ['["{\\"a\\":1}"]', { a: 1 }],
  ['payload=%7B%22a%22%3A%22b%20c%22%7D', { a: 'b c' }],
  ['{"payload":"{\\"a\\":1}"}', { a: 1 }],
  ['{"payload":"{oi}"}', { payload: '{oi}' }],
  ['[{"a":1},{"a":2}]', undefined],
  ['[]', undefined],
  ['[1]', undefined],
  ['"texto"', undefined],
  ['{"a":', undefined],
  ['{"a":1}{"b":2}', undefined],
  ['<xml a="b"/>', undefined],
  ['nome=Jo%e3o+Concei%e7%e3o', { nome: 'João Conceição' }],
  [
    '--limite\r\nContent-Disposition: form-data; name="a[b]"\r\n\r\n1 & 2\r\n--limite\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nx\r\n--limite--\r\n',
    { a: { b: '1 & 2' } },
  ],
  ['--limite\r\n--limite--', undefined],
  // A text of JSON may hold half of a pair.
  [
    '"--l\\r\\nContent-Disposition: form-data; name=\\"a\\ud800\\"\\r\\n\\r\\nb\\udc00\\r\\n--l--"',
    { 'a\uFFFD': 'b\uFFFD' },
  ],
])('of %j makes %j', (text, body) => {
  if (body === undefined) expect(() => parsed(text)).toThrow(UnreadableBody)
  else expect(parsed(text)).toEqual(body)
})

it('reads Latin-1', () => {
  for (const text of ['{"nome":"João"}', 'nome=João'])
    expect(parseBody(Buffer.from(text, 'latin1'))).toEqual({ nome: 'João' })
})

it.each([
  ['JSON that is too deep', `${'{"a":'.repeat(13)}1${'}'.repeat(13)}`],
  ['lists that are too deep', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ['a form that is too deep', `a${'[b]'.repeat(13)}=1`],
  ['too many fields', Array.from({ length: 2001 }, (_, number) => `a${number}=1`).join('&')],
  ['a list of too many', Array.from({ length: 501 }, (_, number) => `a[${number}]=1`).join('&')],
  ['too many bytes', `{"a":"${'x'.repeat(256 * 1024)}"}`],
])('refuses %s', (_, text) => expect(() => parsed(text)).toThrow(UnreadableBody))

it('reads what is as deep and as large as is allowed', () => {
  expect(parsed(`${'{"a":'.repeat(12)}1${'}'.repeat(12)}`)).toHaveProperty('a.a.a.a.a.a.a.a.a.a.a.a', 1)
  expect(parsed(`a${'[b]'.repeat(11)}=1`)).toHaveProperty('a.b.b.b.b.b.b.b.b.b.b.b', '1')
  expect(parsed(`{"a":"${'x'.repeat(256 * 1024 - 8)}"}`)).toHaveProperty('a.length', 256 * 1024 - 8)
})

it.each([
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":{"__proto__":{"polluted":1}}}',
  '__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__][polluted]=1&a[b]=1',
])('drops names that reach into every object: %s', (text) => {
  const body = parsed(text)
  expect(Object.keys(body)).toEqual(['a'])
  for (const value of [body, body.a as object, {}]) expect(value).not.toHaveProperty('polluted')
  expect(Object.keys(body.a as object)).not.toContain('__proto__')
  expect(body.toString).toBeUndefined()
})

it('refuses bytes or reads them, and does nothing else', () => {
  const pieces = fc.constantFrom('{', '}', '[', ']', '"a"', ':', ',', '=', '&', '%', '%5B', '__proto__', 'a', '0', '\0')
  const texts = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 30 })
  fc.assert(
    fc.property(
      fc.oneof(
        texts.map((parts) => Buffer.from(parts.join(''))),
        fc.uint8Array().map(Buffer.from),
      ),
      (raw) => {
        try {
          const body = parseBody(raw)
          expect(Object.getPrototypeOf(body) === null || Object.keys(body).length === 0).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableBody)
        }
      },
    ),
    { numRuns: 3000 },
  )
})
