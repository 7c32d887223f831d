import { z } from 'zod'
import { countOf } from './messages.ts'
import { formatMoney } from './money.ts'
import { cleanText } from './people.ts'
import { isPack, itemNames, type PayableItem, paidPlanIds, payableItems, pointSwaps } from './prices.ts'
import { defineRoute } from './route.ts'
import { formatMonth, monthPattern } from './time.ts'
import { Id, Money, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

export const ledgerLimits = {
  movementsPerPage: 50,
  reasonMin: 4,
  reasonMax: 200,
  /** Most that one adjustment moves, in cents: a million reais. */
  adjustmentMax: 100_000_000,
} as const

/** A school's money and points, as the header and the answers of changes have them. */
export const Bank = z.object({ balance: Money, points: z.number().int() })
export type Bank = z.infer<typeof Bank>

export const movementKinds = [
  'swap',
  'adjustment',
  'students',
  'import_undone',
  'domain',
  'sms',
  'sms_returned',
  'pack',
  'plan',
  'plan_marked',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_won',
  'dispute_lost',
] as const
export type MovementKind = (typeof movementKinds)[number]

/** Kinds of movements in the words of the statement. */
export const movementLabels: Record<MovementKind, string> = {
  swap: 'Troca de pontos por saldo',
  adjustment: 'Ajuste feito pela plataforma',
  students: 'Alunos acima dos grátis',
  import_undone: 'Importação desfeita',
  domain: 'Domínio próprio',
  sms: 'SMS',
  sms_returned: 'Valor de um SMS devolvido',
  pack: 'Compra do pacote',
  plan: 'Mensalidade do plano',
  plan_marked: 'Mês marcado como pago',
  refund: 'Devolução',
  refund_failed: 'Devolução não concluída',
  dispute: 'Contestação em análise',
  // The school is the card's owner who disputes: it is the platform that wins or loses.
  dispute_won: 'Contestação negada pelo banco: o valor voltou ao saldo',
  dispute_lost: 'Contestação aceita pelo banco: o valor voltou ao cartão',
}

/** Stands for a won dispute of a plan's month: nothing of it was in the balance. */
const wonPlan = 'Contestação negada pelo banco, e o pagamento vale'

interface Booked {
  kind: MovementKind
  quantity: number
  /** Month of the students or of the domain that was charged; '' for all others. */
  month: string
  /** Pack or plan of a payment. */
  item: PayableItem | null
  /** Cents of a payment that never touched the balance. */
  outside_cents: number
}

/** Names the pack or plan in the words of a movement: 'Mensalidade do plano Middle', 'Devolução do pacote Turbo não concluída'. */
function nameItem(label: string, { kind, item }: Pick<Booked, 'kind' | 'item'>): string {
  if (!item) return label
  if (kind === 'pack' || kind === 'plan') return `${label} ${itemNames[item]}`
  return label.replace(/^\S+/, (first) => `${first} do ${isPack(item) ? 'pacote' : 'plano'} ${itemNames[item]}`)
}

/**
 * Words of a row of the statement: 'Mensalidade do plano Middle: R$ 199,00'. The charges of a month's students of one day are one row, and a run that is late
 * charges several months: 'Alunos acima dos grátis em 10/2026: 6 alunos'.
 */
export function movementText({ kind, quantity, month, item, outside_cents }: Booked): string {
  const inMonth = month ? `${movementLabels[kind]} em ${formatMonth(month)}` : movementLabels[kind]
  if (kind === 'students') return `${inMonth}: ${countOf(quantity, 'aluno', 'alunos')}`
  if (kind === 'import_undone') return `${movementLabels[kind]}: ${countOf(quantity, 'aluno', 'alunos')}`
  if (kind === 'domain') return inMonth
  const isWonPlan = kind === 'dispute_won' && !passesBalance({ item, outside_cents })
  const label = nameItem(isWonPlan ? wonPlan : movementLabels[kind], { kind, item })
  // The columns of balance and points say nothing of it.
  return outside_cents > 0 ? `${label}: ${formatMoney(outside_cents)}` : label
}

/** Tells of a movement of a plan's money, which the balance never sees. A pack that goes back to the card has been in the balance. */
export const passesBalance = ({ item, outside_cents }: Pick<Booked, 'item' | 'outside_cents'>) =>
  outside_cents === 0 || !paidPlanIds.some((plan) => plan === item)

/** Path of the page that shows what a movement was for; '' where there is none. */
export const movementPath = ({
  id,
  kind,
  payment_id,
  student_link,
}: Pick<Booked, 'kind'> & { id: string; payment_id: string | null; student_link: string | null }): string => {
  if (payment_id) return `/bank/pagamentos?pagamento=${payment_id}#${payment_id}`
  if (kind === 'students') return `/bank/alunos/${id}`
  // The form of the school's address begins it.
  if (kind === 'domain') return '/config'
  return student_link ? `/aluno/${student_link}` : ''
}

/** Columns of the statement as a spreadsheet. */
export const statementHeadings = [
  'Data',
  'Movimento',
  'Motivo',
  'Feito por',
  'Valor (R$)',
  'Saldo (R$)',
  'Pontos',
  'Total de pontos',
]

/** Accounts between which cents move, in the order in which the platform sees their sums, and their names there. */
export const accountNames = {
  provider: 'Pagamentos das escolas, menos devoluções',
  promotion: 'Bônus de pacotes e trocas',
  adjustment: 'Ajustes feitos pela plataforma',
  dispute: 'Contestações em análise',
  'revenue.plans': 'Mensalidades de planos',
  'revenue.students': 'Alunos acima dos grátis',
  'revenue.domains': 'Domínios próprios',
  'revenue.sms': 'SMS',
  balance: 'Saldo das escolas',
} as const
export const cashAccounts = Object.keys(accountNames) as (keyof typeof accountNames)[]

export const totalsTexts = {
  title: 'Totais do mês',
  description: 'O dinheiro de todas as escolas, mês a mês: de onde veio e para onde foi. Somado toda noite.',
  headings: ['Mês', 'Conta', 'Saiu da conta (R$)', 'Entrou na conta (R$)'],
} as const

export const AccountTotal = z.object({
  account: z.enum(cashAccounts),
  /** Cents that came out of the account: what went into it is taken off. Of two, one is 0. */
  out_cents: z.number().int(),
  in_cents: z.number().int(),
})
export type AccountTotal = z.infer<typeof AccountTotal>

export const ledgerMessages = {
  swapped: 'Pontos trocados!',
  swappedFor: (cents: number) => `A escola ganhou ${formatMoney(cents)} de saldo.`,
  adjusted: 'Saldo ajustado',
  /** Said of money of a plan, which the balance never sees. */
  outside: 'Não passa pelo saldo',
  amount: 'Escreva um valor diferente de zero, até R$ 1.000.000,00',
  reasonShown: 'A escola lê o motivo no extrato',
  reason: `Escreva o motivo, com ${ledgerLimits.reasonMin} a ${ledgerLimits.reasonMax} caracteres. Ele aparece no extrato da escola`,
} as const

export const Movement = z.object({
  id: Id,
  kind: z.enum(movementKinds),
  /** Pack or plan of the payment that caused it; null for all others. */
  item: z.enum(payableItems).nullable(),
  /** Words of the platform's administrator who booked it, or the domain that was charged; '' for all others. */
  reason: z.string(),
  /** Name of the platform's administrator who booked it, by hand or in their view of the school; '' for all others. */
  booked_by: z.string(),
  /** Cents of a payment that never touched the balance, as those of a plan; 0 for all others. */
  outside_cents: z.number().int(),
  /** Number of students whom it charged; 1 for all others. */
  quantity: z.number().int(),
  /** Month of the students or of the domain that it charged; '' for all others. */
  month: z.string(),
  /** Path of the page that shows what it was for, with its search and place, within the school; '' where there is none. */
  path: z.string(),
  /** Cents that came (positive) or went. */
  cents: z.number().int(),
  /** Points that came (positive) or went. */
  points: z.number().int(),
  /** Sums of the school after the movement. */
  balance_after: z.number().int(),
  points_after: z.number().int(),
  utc_booked_on: Utc,
})
export type Movement = z.infer<typeof Movement>

/** Month of the clock in São Paulo: 2026-11. */
export const Month = z.string().regex(monthPattern, 'Escolha um mês')

/** Points that one swap takes; there are three tiers. */
const SwapPoints = z.union(pointSwaps.map(({ points }) => z.literal(points)) as [z.ZodLiteral<number>])

/** Words of the platform's administrator for a movement that they book by hand. */
export const Reason = z
  .string({ error: ledgerMessages.reason })
  .transform(cleanText)
  .refine(({ length }) => length >= ledgerLimits.reasonMin && length <= ledgerLimits.reasonMax, ledgerMessages.reason)
export const Adjustment = z.object({
  /** Cents that the school gets; negative ones are taken. */
  cents: z
    .number({ error: ledgerMessages.amount })
    .int(ledgerMessages.amount)
    .min(-ledgerLimits.adjustmentMax, ledgerMessages.amount)
    .max(ledgerLimits.adjustmentMax, ledgerMessages.amount)
    .refine((cents) => cents !== 0, ledgerMessages.amount),
  reason: Reason,
})

export const ledger = {
  statement: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/statement',
    summary: "Movements of the school's money and points, newest first, a page at a time, of all months or of one",
    access: 'admin',
    may: 'money',
    params: SchoolParams,
    query: PageQuery.extend({ month: Month.optional() }),
    response: z.object({
      bank: Bank,
      /** Month of the first movement; null while there is none. */
      first_month: Month.nullable(),
      movements: pageOf(Movement),
    }),
  }),
  download: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/statement/csv',
    summary: 'All movements, or those of a month, as a spreadsheet, oldest first',
    access: 'admin',
    isLogged: true,
    may: 'money',
    params: SchoolParams,
    query: z.object({ month: Month.optional() }),
    response: 'stream',
  }),
  swapPoints: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/swap-points',
    summary: 'Swap points for balance, by one of three tiers; never more points than there are',
    access: 'admin',
    may: 'money',
    params: SchoolParams,
    body: z.object({ pointsToRemove: SwapPoints }),
    response: z.object({ bank: Bank }),
  }),
  adjust: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/adjust-balance',
    summary: "Correct a school's balance, with a reason that the school reads; only administrators of the platform",
    access: 'admin',
    may: 'money',
    proof: 'recent',
    params: SchoolParams,
    body: Adjustment,
    response: z.object({ bank: Bank }),
  }),
  totals: defineRoute({
    method: 'GET',
    path: '/platform/totals',
    summary:
      'Money of all schools in a month, by account, as the last night added it up; without a month, the last one that has any',
    access: 'platform',
    query: z.object({ month: Month.optional() }),
    response: z.object({
      /** Months that have sums lie between these two; null while there are none. */
      first_month: Month.nullable(),
      last_month: Month.nullable(),
      /** Accounts that moved, in the order of their names. */
      totals: z.array(AccountTotal),
    }),
  }),
  downloadTotals: defineRoute({
    method: 'GET',
    path: '/platform/totals/csv',
    summary: 'Money of all schools in each month, by account, as a spreadsheet, oldest first',
    access: 'platform',
    response: 'stream',
  }),
}
