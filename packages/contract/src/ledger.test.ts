import { expect, it } from 'vitest'
import { type MovementKind, movementText } from './ledger.contract.ts'

it.each<[MovementKind, 'basic' | 'middle', number, string]>([
  ['dispute_won', 'basic', 0, 'Contestação negada pelo banco: o valor voltou ao saldo'],
  ['dispute_won', 'middle', 19_900, 'Contestação negada pelo banco, e o pagamento do plano vale: R$ 199,00'],
  ['plan', 'middle', 19_900, 'Mensalidade do plano Middle: R$ 199,00'],
  ['pack', 'basic', 0, 'Compra do pacote Básico'],
])('says a movement of the kind %s, for %s', (kind, item, outside_cents, text) => {
  expect(movementText({ kind, item, outside_cents, quantity: 1 })).toBe(text)
})
