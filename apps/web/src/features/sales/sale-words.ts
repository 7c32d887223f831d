import { type SaleReason, saleReasons, saleReasonText } from '@escola/contract/sale-reasons'
import type { Sale, SaleState } from '@escola/contract/sales.contract'
import { formatDateTime } from '@escola/contract/time'

/** Texts and colours of a sale's state, for one sale and for the filter. */
export const stateLook = {
  waiting: { label: 'Aguardando', plural: 'Aguardando', color: 'gray' },
  done: { label: 'Processada', plural: 'Processadas', color: 'teal' },
  ignored: { label: 'Ignorada', plural: 'Ignoradas', color: 'gray' },
  unmatched: { label: 'Sem turma', plural: 'Sem turma', color: 'ambar' },
  no_email: { label: 'Sem e-mail', plural: 'Sem e-mail', color: 'ambar' },
  failed: { label: 'Com problema', plural: 'Com problema', color: 'danger' },
  dismissed: { label: 'Dispensada', plural: 'Dispensadas', color: 'gray' },
} as const satisfies Record<SaleState, { label: string; plural: string; color: string }>

/** Sentences for sales without a reason of their own. */
const usualReason: Partial<Record<SaleState, string>> = {
  waiting: 'Será processada em instantes',
  unmatched: saleReasons.no_cohort,
}
export const reasonOf = (sale: Pick<Sale, 'state' | 'reason' | 'reason_detail'>) =>
  saleReasonText(sale) || usualReason[sale.state]

/** Tells whether a sale, or an item of it, has no class. */
export const waitsForCohort = ({ state, waiting_ids }: Pick<Sale, 'state' | 'waiting_ids'>) =>
  state === 'unmatched' || waiting_ids.length > 0

/** Says how often the same delivery came; '' for once. */
export const repeatedText = ({ times, utc_repeated_on }: Pick<Sale, 'times' | 'utc_repeated_on'>): string =>
  times > 1 && utc_repeated_on ? `Chegou ${times} vezes, a última em ${formatDateTime(utc_repeated_on)}` : ''

/** Names the buyer; an ignored event is kept without one. */
export const buyerOf = ({ name, email, state }: Pick<Sale, 'name' | 'email' | 'state'>) =>
  name || email || (state === 'ignored' ? 'Comprador não guardado' : 'Sem comprador')

/** Reasons of sales whose purchases may be another student's. */
const givable: readonly string[] = ['others_purchase', 'removed_by_school', 'student_removed'] satisfies SaleReason[]

/** Tells whether a purchase has a student, but may be another's. */
export const mayBeOthers = ({ reason, transaction }: Pick<Sale, 'reason' | 'transaction'>) =>
  transaction !== '' && givable.includes(reason)

/** Tells whether an administrator is offered to give the purchase of a sale to a student, also while it waits for one. */
export const mayGive = (sale: Pick<Sale, 'state' | 'reason' | 'transaction'>) =>
  mayBeOthers(sale) || ((sale.state === 'done' || sale.state === 'no_email') && sale.transaction !== '')
