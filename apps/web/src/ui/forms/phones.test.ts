import { expect, it } from 'vitest'
import { maskCellphone } from './mask-cellphone.ts'
import { phoneHint } from './phone-hint.ts'

const typed = (text: string) => [...text].reduce((value, letter) => maskCellphone(value + letter), '')

it.each([
  ['11912345678', '(11) 91234-5678'],
  ['1198765432', '(11) 9876-5432'],
  ['1132123456', '(11) 3212-3456'],
  ['+51987654321', '+51 987 654 321'],
  ['+5511912345678', '+55 11 91234-5678'],
  ['+351912345678', '+351 912 345 678'],
  ['13055550123', '13055550123'],
  ['011912345678', '011912345678'],
])('%s is shown as %s while it is typed', (keys, shown) => {
  expect(typed(keys)).toBe(shown)
  expect(maskCellphone(shown)).toBe(shown)
})

it.each([
  ['', undefined],
  ['(11) 9', undefined],
  ['(11) 91234-5678', undefined],
  ['+51 987 654 321', 'Peru'],
  ['+1 305 555 0123', 'Estados Unidos ou Canadá'],
  ['13055550123', 'Escreva o telefone com DDD, ou com + e o código do país.'],
  ['11 98765-4321 / 11 91234-5678', 'Fica o primeiro número: (11) 98765-4321.'],
  ['(30) 91234-5678', 'Escreva o telefone com DDD, ou com + e o código do país.'],
])('of %s the field says %s', (text, hint) => expect(phoneHint(text)).toBe(hint))

it.each([
  ['11 98765-4321 / 11 91234-5678', '11 98765-4321 / 11 91234-5678'],
  ['(00) 91234-5678', '(00) 91234-5678'],
])('%s is shown as %s once it was pasted', (pasted, shown) => expect(maskCellphone(pasted)).toBe(shown))
