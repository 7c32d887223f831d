import fc from 'fast-check'
import { expect, it } from 'vitest'
import { landingPageAddress } from './landing-page.ts'

it.each([
  ['Página de Vendas', 'pagina-de-vendas'],
  [' https://Exemplo.com.br/Curso ', 'https://exemplo.com.br/Curso'],
  ['https://pay.kiwify.com.br/VqkAbC1', 'https://pay.kiwify.com.br/VqkAbC1'],
  [
    'https://Pay.Hotmart.com/X12345678A?checkoutMode=10&off=AbCdEf12',
    'https://pay.hotmart.com/X12345678A?checkoutMode=10&off=AbCdEf12',
  ],
  ['https://bit.ly/3AbCdEf', 'https://bit.ly/3AbCdEf'],
  ['https://exemplo.com/página do Curso', 'https://exemplo.com/p%C3%A1gina%20do%20Curso'],
  ['Exemplo.com.br/Página', 'exemplo.com.br/pagina'],
  ['exemplo.com.br/curso?x=1', 'exemplo.com.br/curso?x=1'],
  ['', ''],
])('reads the landing page %j as %j', (typed, expected) => {
  expect(landingPageAddress(typed)).toBe(expected)
})

it('is refused where it is too long once it is encoded', () => {
  expect(() => landingPageAddress(`https://exemplo.com/${'é'.repeat(40)}`)).toThrow('Invalid request')
})

it('never keeps a landing page with another scheme', () => {
  const typed = fc.tuple(
    fc.constantFrom('javascript:', 'JavaScript:', 'data:', ' vbscript:', '//', '\\\\', 'ftp://'),
    fc.string(),
  )
  fc.assert(
    fc.property(typed, ([scheme, rest]) => {
      expect(() => landingPageAddress(scheme + rest)).toThrow('Invalid request')
    }),
  )
})
