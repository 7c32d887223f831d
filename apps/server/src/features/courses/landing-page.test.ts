import fc from 'fast-check'
import { expect, it } from 'vitest'
import { landingPageAddress } from './landing-page.ts'

it.each([
  ['Página de Vendas', 'pagina-de-vendas'],
  [' https://Exemplo.com.br/Curso ', 'https://exemplo.com.br/curso'],
  ['exemplo.com.br/curso?x=1', 'exemplo.com.br/curso?x=1'],
  ['', ''],
])('reads the landing page %j as %j', (typed, expected) => {
  expect(landingPageAddress(typed)).toBe(expected)
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
