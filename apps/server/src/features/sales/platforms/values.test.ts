import { expect, it } from 'vitest'
import {
  cellphoneOf,
  documentOf,
  emailOf,
  endOf,
  findText,
  getValue,
  idOf,
  idsOf,
  listOf,
  momentOf,
  secretOf,
  textOf,
} from './values.ts'

it.each([
  ['11900000001', '', '5511900000001'],
  ['(11) 3000-0000', '', '551130000000'],
  ['5511900000001', '', '5511900000001'],
  ['+55 (11) 90000-0001', '55', '5511900000001'],
  ['11900000001', '55', '5511900000001'],
  ['900000004', '21', '5521900000004'],
  ['900000004', '021', '5521900000004'],
  ['011900000001', '', '5511900000001'],
  ['912345678', '351', '+351912345678'],
  ['612345678', '34', '+34612345678'],
  ['5551234567', '1', '+15551234567'],
  ['+1 (555) 123-4567', '', '+15551234567'],
  ['+351 912 345 678', '55', '+351912345678'],
  ['7911123456', '+44', '+447911123456'],
  ['15551234567', '1', '+15551234567'],
  ['912345678', '56', '+56912345678'],
  ['0051 987654321', '', '+51987654321'],
  ['+55 (011) 90000-0001', '', '5511900000001'],
  ['(0xx11) 90000-0001', '', '5511900000001'],
  ['(11) 9****-0001', '', ''],
  ['11900000001', '11', '5511900000001'],
  ['900000004', '', '900000004'],
  [11900000001, '', '5511900000001'],
  ['', '11', ''],
  [null, '11', ''],
  ['1'.repeat(21), '', ''],
])('the cellphone %j with the code %j is %j', (number, areaCode, whole) =>
  expect(cellphoneOf(number, areaCode)).toBe(whole),
)

it.each([
  ['987654321', '51', 'PE', '+51987654321'],
  ['51987654321', '51', 'PE', '+51987654321'],
  ['987654321', '', 'pe', '+51987654321'],
  ['987654321', '51', 'BR', '5551987654321'],
  ['987654321', '51', '', '5551987654321'],
  ['912345678', '9', 'CL', '+56912345678'],
  ['3055550123', '', 'US', '+13055550123'],
  ['987654321', '11', 'US', '5511987654321'],
  ['11987654321', '', 'BR', '5511987654321'],
  ['987654321', '51', 'Peru', '+51987654321'],
  ['5511912345678', '', 'PT', '5511912345678'],
  ['5511912345678', '351', 'PT', '5511912345678'],
  ['5511912345678', '', 'US', '5511912345678'],
  ['11912345678', '', 'PT', '5511912345678'],
  ['11912345678', '351', 'PT', '5511912345678'],
  ['7911123456', '44', 'US', '+447911123456'],
  ['912345', '', 'US', '912345'],
  ['7012345678', '', 'KZ', '+77012345678'],
  ['8095550123', '', 'DO', '+18095550123'],
  ['987654321', '51', 'Lua', '+051987654321'],
  ['11987654321', '', 'Lua', '+011987654321'],
  ['11987654321', '55', 'Lua', '5511987654321'],
  ['5511987654321', '', 'Lua', '5511987654321'],
  ['987654321', '11', 'BRA', '5511987654321'],
  ['11987654321', '', 'null', '5511987654321'],
])('the cellphone %j with the code %j of a buyer in %j is %j', (number, code, country, whole) =>
  expect(cellphoneOf(number, code, country)).toBe(whole),
)

it.each([
  ['529.982.247-25', '52998224725'],
  ['00.000.000/0001-91', '00000000000191'],
  [52998224725, '52998224725'],
  [{}, ''],
  ['1'.repeat(21), ''],
])('the document %j is %j', (typed, digits) => expect(documentOf(typed)).toBe(digits))

it.each([
  [' Joana@Example.COM ', 'joana@example.com'],
  ['XXXXXXXXXXX', ''],
  ['a@b', ''],
  [`${'a'.repeat(1001)}@example.com`, ''],
  [['a@example.com'], ''],
  [7, ''],
])('the e-mail %j is %j', (typed, email) => expect(emailOf(typed)).toBe(email))

it.each([
  [1754300000000, '2025-08-04T09:33:20.000Z'],
  [1754300000, '2025-08-04T09:33:20.000Z'],
  ['1754300000000', '2025-08-04T09:33:20.000Z'],
  ['2026-08-04T12:00:00.000Z', '2026-08-04T12:00:00.000Z'],
  ['2026-08-04T12:00:00-03:00', '2026-08-04T15:00:00.000Z'],
  ['2026-08-04T12:00:00.5+0000', '2026-08-04T12:00:00.500Z'],
  ['2026-08-04 09:00:00', '2026-08-04T12:00:00.000Z'],
  ['2026-08-04T09:00', '2026-08-04T12:00:00.000Z'],
  ['2026-08-04', undefined],
  ['2026-13-04 09:00:00', undefined],
  ['1999-12-31T00:00:00Z', undefined],
  ['9999-12-31T00:00:00Z', undefined],
  [8.64e15, undefined],
  [-1, undefined],
  [Number.NaN, undefined],
  ['04/08/2026 09:00', undefined],
  ['', undefined],
  [null, undefined],
])('the moment %j is %j', (sent, moment) => expect(momentOf(sent)?.toISOString()).toBe(moment))

it('an end may be a day, which begins in Brasília', () => {
  expect(endOf('2026-09-04')?.toISOString()).toBe('2026-09-04T03:00:00.000Z')
  expect(endOf('2026-09-04T00:00:00Z')?.toISOString()).toBe('2026-09-04T00:00:00.000Z')
  expect(endOf('amanhã')).toBeNull()
})

it('an id is whole or none', () => {
  expect(idOf(' 700001 ')).toBe('700001')
  expect(idOf(700001)).toBe('700001')
  for (const none of ['', '0', 0, 2 ** 53, 1.5, 'x'.repeat(101), {}, [], null, undefined, true])
    expect(idOf(none)).toBe('')
  expect(idsOf([7, '7', ' 7 ', '', null, '8'])).toEqual(['7', '8'])
  // Platforms compare their codes letter by letter.
  expect(idOf('cafe\u0301')).toBe('cafe\u0301')
  expect(idsOf(['cafe\u0301', 'caf\u00e9'])).toHaveLength(2)
  expect(idsOf(Array.from({ length: 300 }, (_, number) => number + 1))).toHaveLength(100)
})

it('a text is one line that every store takes', () => {
  expect(textOf(' Ana\0\n\u202EMaria  ')).toBe('Ana Maria')
  expect(textOf(`x${'\u{1F600}'.repeat(60)}`)).toSatisfy((text: string) => text.isWellFormed())
  expect(textOf('x'.repeat(5000))).toHaveLength(100)
  expect(findText('', null, {}, 'a', 'b')).toBe('a')
})

it('a secret is what was sent, or nothing', () => {
  expect(secretOf(undefined, '', 7, {}, ' a ', 'b')).toBe(' a ')
  expect(secretOf('', null)).toBeNull()
})

it('a path follows own names alone', () => {
  expect(getValue({ a: { b: 1 } }, 'a', 'b')).toBe(1)
  expect(getValue({ a: [] }, 'a', 'length')).toBeUndefined()
  expect(getValue({}, 'constructor', 'name')).toBeUndefined()
  expect(getValue({}, '__proto__')).toBeUndefined()
  expect(getValue(null, 'a')).toBeUndefined()
  expect(listOf({ 3: 'a', 9: 'b' })).toEqual(['a', 'b'])
  expect(listOf('ab')).toEqual([])
})
