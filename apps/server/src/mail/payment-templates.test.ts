import { returnTexts } from '@escola/contract/payments.contract'
import { expect, it } from 'vitest'
import { letterText } from './letter.ts'
import { paymentTemplates } from './payment-templates.ts'

const head = { schoolName: 'Ateliê', schoolUrl: 'https://escola.example', theme: '', logo: '', logoDark: '' }
const reader = { personName: 'Rita Moraes', schoolName: 'Ateliê' }

it.each([
  ['basic', 2990, 'card', 'Pacote Básico', 'R$ 29,90', 'Cartão'],
  ['middle', 19_900, 'pix', 'Plano Middle', 'R$ 199,00', 'Pix'],
] as const)(
  'writes a receipt for %s that says what, how much and how, and that it is no fiscal document',
  (item, cents, way, name, sum, how) => {
    const receipt = { paymentId: '12', item, way, cents, utc_paid_on: '2026-11-26T15:00:00.000Z' }
    const letter = paymentTemplates.payment_receipt(reader, { ...receipt, url: 'https://escola.example/bank' })
    const text = letterText(letter, head)
    expect(letter.subject).toBe(`Recibo: ${name}, ${sum}`)
    for (const part of [name, sum, how, '26/11/2026', 'Este recibo não é uma nota fiscal']) expect(text).toContain(part)
  },
)

it.each(['card', 'pix'] as const)('says of a payment by %s that it goes back why, when and how much', (way) => {
  const returned = { paymentId: '12', item: 'super', way, cents: 40_000, url: 'https://escola.example/planos' } as const
  const text = letterText(paymentTemplates.payment_returned(reader, returned), head)
  for (const part of ['Plano Super', 'R$ 400,00', returnTexts.why, returnTexts.when[way]]) expect(text).toContain(part)
})

it.each([
  [1, 0, 0, 'R$ 0,00, por 1 aluno.'],
  [17, 1, 250, 'R$ 2,50, por 17 alunos e 1 domínio próprio.'],
  [17, 2, 300, 'R$ 3,00, por 17 alunos e 2 domínios próprios.'],
])('says what %i students and %i domains cost once the plan has ended', (students, domains, cents, sentence) => {
  const renewal = { planId: 'middle', way: 'card', students, domains, cents, asksToConfirm: false } as const
  const rest = { utc_ends_on: '2026-12-26T15:00:00.000Z', url: 'https://escola.example/planos' }
  const text = letterText(paymentTemplates.renewal_failed(reader, { ...renewal, ...rest }), head)
  expect(text).toContain(`A cobrança de 01/01/2027 seria então de ${sentence}`)
})

it.each([
  [0, null],
  [1, 'O domínio próprio é cobrado agora: R$ 0,50.'],
  [2, 'Os domínios próprios são cobrados agora: R$ 1,00.'],
])('says that %i own domains are charged at once when a plan is gone', (domains, sentence) => {
  const ended = { planId: 'middle', isUnpaid: true, students: 17, domains, cents: 200 + 50 * domains } as const
  const rest = { utc_ended_on: '2026-12-26T15:00:00.000Z', url: 'https://escola.example/planos' }
  const text = letterText(paymentTemplates.plan_ended(reader, { ...ended, ...rest }), head)
  expect(text.match(/^O.* agora: .*$/m)?.[0] ?? null).toBe(sentence)
})

it('says that a plan was ended by the payment service, and speaks of no sum that was not paid', () => {
  const ended = { planId: 'super', isUnpaid: false, students: 0, domains: 0, cents: 0 } as const
  const rest = { utc_ended_on: '2026-12-26T15:00:00.000Z', url: 'https://escola.example/planos' }
  const text = letterText(paymentTemplates.plan_ended(reader, { ...ended, ...rest }), head)
  expect(text).toContain('A assinatura do Plano Super de Ateliê foi encerrada no serviço de pagamentos.')
  expect(text).not.toMatch(/não paga|não foi paga/)
})

it('says that a plan is gone, which sum was not paid, what the next run charges, and how to have a plan again', () => {
  const ended = { planId: 'super', isUnpaid: true, students: 17, domains: 1, cents: 250 } as const
  const rest = { utc_ended_on: '2026-12-26T15:00:00.000Z', url: 'https://escola.example/planos' }
  const letter = paymentTemplates.plan_ended(reader, { ...ended, ...rest })
  expect(letter.subject).toBe('Ateliê passou ao plano On Demand')
  const text = letterText(letter, head)
  for (const part of [
    'A mensalidade de R$ 599,00 do Plano Super de Ateliê não foi paga no prazo.',
    'A cobrança de 01/01/2027 será de R$ 2,50, por 17 alunos e 1 domínio próprio',
    'escolha-o na página de planos',
    'https://escola.example/planos',
  ])
    expect(text).toContain(part)
})
