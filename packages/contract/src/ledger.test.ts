import { expect, it } from 'vitest'
import { type MovementKind, movementText } from './ledger.contract.ts'

it.each<[MovementKind, 'basic' | 'middle', number, string]>([
  ['dispute_won', 'basic', 0, 'Contestação do pacote Básico negada pelo banco: o valor voltou ao saldo'],
  ['dispute_won', 'middle', 19_900, 'Contestação do plano Middle negada pelo banco, e o pagamento vale: R$ 199,00'],
  ['dispute', 'basic', 0, 'Contestação do pacote Básico em análise'],
  [
    'dispute_lost',
    'middle',
    19_900,
    'Contestação do plano Middle aceita pelo banco: o valor voltou ao cartão: R$ 199,00',
  ],
  ['refund', 'middle', 19_900, 'Devolução do plano Middle: R$ 199,00'],
  ['refund_failed', 'basic', 0, 'Devolução do pacote Básico não concluída'],
  ['plan', 'middle', 19_900, 'Mensalidade do plano Middle: R$ 199,00'],
  ['pack', 'basic', 0, 'Compra do pacote Básico'],
])('says a movement of the kind %s, for %s', (kind, item, outside_cents, text) => {
  expect(movementText({ kind, item, outside_cents, quantity: 1, month: '' })).toBe(text)
})

it('says of students and of a domain in which month they were charged', () => {
  const charged = { item: null, outside_cents: 0, month: '2026-10' }
  expect(movementText({ ...charged, kind: 'students', quantity: 6 })).toBe(
    'Alunos acima dos grátis em 10/2026: 6 alunos',
  )
  expect(movementText({ ...charged, kind: 'domain', quantity: 1 })).toBe('Domínio próprio em 10/2026')
})
