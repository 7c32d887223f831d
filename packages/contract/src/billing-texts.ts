import { countOf } from './messages.ts'
import { formatMoney } from './money.ts'
import type { PaymentRow, PaymentStatus } from './payments.contract.ts'
import { isPack, itemNames, type Pack, type PayableItem, type Plan, plans } from './prices.ts'
import { formatDateTime } from './time.ts'

export const billingTitles = {
  bank: 'Saldo da escola',
  statement: 'Extrato',
  plans: 'Planos',
  lowBalance: 'O saldo da escola está negativo',
  payments: 'Pagamentos',
  changePlan: 'Trocar de plano',
  payMonth: 'Pagar o mês do plano',
  cancelPlan: 'Cancelar a assinatura',
} as const

/** Says what goes on while the balance is below zero, what is refused, and what to do. */
export const belowZeroText =
  'As vendas continuam e os alunos seguem estudando. Até você adicionar saldo, a escola não envia SMS nem pode adicionar à mão, importar ou mover da turma pública alunos além dos grátis.'

/** Said in place of prices where the installation takes no payments. */
export const allFreeText = 'Aqui nada é cobrado: alunos, domínios e SMS são grátis.'

/** Balance and points of a pack: 'R$ 30,00 e 30 pontos'. */
export const packGain = ({ cents, points }: Pick<Pack, 'cents' | 'points'>) =>
  `${formatMoney(cents)} e ${countOf(points, 'ponto', 'pontos')}`

/** Price of a plan: 'R$ 199,00 por mês'. */
export const planPrice = ({ eachMonth }: Pick<Plan, 'eachMonth'>) =>
  eachMonth === 0 ? 'Grátis' : `${formatMoney(eachMonth)} por mês`

/** Warning in the grace after a renewal that was not paid. */
export const graceTexts = {
  title: 'A renovação não foi paga',
  rest: (utcEndsOn: string) =>
    `Até ${formatDateTime(utcEndsOn)} nada muda. Depois disso a escola volta ao ${plans.onDemand.name}, e os alunos além dos ${plans.onDemand.freeStudents} grátis e o domínio próprio, se houver, são cobrados do saldo.`,
}

/** List of the months that schools have not paid. */
export const unpaidMonthsTexts = {
  title: 'Renovações não pagas',
  description: 'Os meses de planos que esperam o pagamento, de todas as escolas. Primeiro os que acabam antes.',
  none: 'Nenhuma renovação espera pagamento',
  noneText: 'Quando o cartão de uma escola for recusado, ou o código Pix de um mês vencer, ela aparece aqui.',
  reasons: { card: 'O cartão não foi aprovado', pix: 'O código Pix não foi pago' },
} as const

/** Monthly plan of a school that is blocked. */
export const blockedPlanTexts = {
  rule: 'Um plano mensal não é cobrado enquanto a escola está bloqueada: ele termina com o mês que já foi pago.',
  state: 'termina com o mês pago',
  afterwards:
    'Se a escola tinha um plano mensal, ele termina com o mês que já foi pago. Até lá você pode mantê-lo em Planos.',
} as const

/** Things that a monthly run charges: '17 alunos e 1 domínio próprio'. */
export const chargedThings = ({ students, domains }: { students: number; domains: number }) =>
  [
    countOf(students, 'aluno', 'alunos'),
    ...(domains > 0 ? [countOf(domains, 'domínio próprio', 'domínios próprios')] : []),
  ].join(' e ')

/** Says when the plan that a school returns to charges own domains, which it does in the month of its beginning already. */
export const domainsCharged = (domains: number, when: string) =>
  `${domains === 1 ? 'O domínio próprio é cobrado' : 'Os domínios próprios são cobrados'} ${when}: ${formatMoney(domains * plans.onDemand.eachOwnDomain)}.`

/** Lines of a plan's card (part 2 §9). */
export const planGains = ({ freeStudents, eachStudent, eachOwnDomain, eachSms }: Plan) => [
  `${countOf(freeStudents, 'aluno grátis', 'alunos grátis')} por mês`,
  `${formatMoney(eachStudent)} por mês para cada aluno a mais`,
  eachOwnDomain === 0 ? 'Domínio próprio sem custo' : `${formatMoney(eachOwnDomain)} por mês para cada domínio próprio`,
  `${formatMoney(eachSms)} para cada SMS`,
]

/** Says what a payment was for: 'Pacote Básico', 'Plano Super'. */
export const itemText = (item: PayableItem) => `${isPack(item) ? 'Pacote' : 'Plano'} ${itemNames[item]}`

export const wayNames: Record<PaymentRow['way'], string> = { card: 'Cartão', pix: 'Pix' }

export const paymentStatusNames: Record<PaymentStatus, string> = {
  requires_action: 'Esperando',
  processing: 'Confirmando',
  succeeded: 'Pago',
  failed: 'Não aprovado',
  canceled: 'Cancelado',
}

/** Names the platform's administrator who chose how a school's plan goes on; '' where the school did. */
export const wishedByText = (name: string): string => name && ` Feito por ${name}, da plataforma.`
