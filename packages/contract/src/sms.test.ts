import { expect, it } from 'vitest'
import { smsNumberOf } from './sms.ts'

it.each([
  ['11912345678', '5511912345678'],
  ['(11) 91234-5678', '5511912345678'],
  ['+55 11 91234-5678', '5511912345678'],
  ['+351 912 345 678', '351912345678'],
  ['1132345678', undefined],
  ['551132345678', undefined],
  ['11012345678', undefined],
  ['912345678', undefined],
  ['', undefined],
])('a message to %s goes to %s', (cellphone, number) => {
  expect(smsNumberOf(cellphone)).toBe(number)
})
