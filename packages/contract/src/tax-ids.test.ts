import { expect, it } from 'vitest'
import { cleanTaxId, formatTaxId, isCnpj, isCpf } from './tax-ids.ts'

it.each(['529.982.247-25', '111.444.777-35'])('takes the CPF %s', (typed) => {
  expect(isCpf(cleanTaxId(typed))).toBe(true)
})
it.each(['529.982.247-24', '111.111.111-11', '5299822472', '', '529.982.247-2A'])('refuses the CPF %s', (typed) => {
  expect(isCpf(cleanTaxId(typed))).toBe(false)
})
// The last one is the example of the Receita Federal for numbers with letters.
it.each(['11.222.333/0001-81', '00.000.000/0001-91', '12.abc.345/01DE-35'])('takes the CNPJ %s', (typed) => {
  expect(isCnpj(cleanTaxId(typed))).toBe(true)
})
it.each(['11.222.333/0001-82', '12.ABC.345/01DE-36', '00.000.000/0000-00', '11222333000181X', '12ABC34501DEA5'])(
  'refuses the CNPJ %s',
  (typed) => {
    expect(isCnpj(cleanTaxId(typed))).toBe(false)
  },
)
it('prints a CNPJ whole and a CPF without its ends', () => {
  expect(['12ABC34501DE35', '52998224725', ''].map(formatTaxId)).toEqual([
    'CNPJ 12.ABC.345/01DE-35',
    'CPF ***.982.247-**',
    '',
  ])
})
