import type { ReportStatus } from '@escola/contract/sales-reports.contract'
import { withoutAccents } from '@escola/contract/text'

export const statusLabels = {
  paid: 'Paga',
  refunded: 'Reembolsada',
  canceled: 'Cancelada',
  chargeback: 'Chargeback',
  ignored: 'Não conferir',
} as const satisfies Record<ReportStatus | 'ignored', string>
export type ChosenStatus = keyof typeof statusLabels

/** Words of the platforms for the state of a sale; those of one line are separated by commas. */
const words: Record<ChosenStatus, string> = {
  paid: 'aprovado, aprovada, approved, completo, completa, complete, completed, concluida, concluido, paga, pago, paid, autorizado, autorizada, authorized, pagamento aprovado, compra aprovada, venda realizada, confirmado, confirmada',
  refunded:
    'reembolsado, reembolsada, reembolso, refunded, refund, devolvido, devolvida, estornado, estornada, estorno',
  canceled: 'cancelado, cancelada, canceled, cancelled, fatura cancelada, compra cancelada',
  chargeback: 'chargeback, charged back, chargedback, charge back',
  ignored:
    'aguardando pagamento, aguardando, pendente, pending, waiting payment, waiting, expirado, expirada, expired, recusado, recusada, refused, rejected, declined, nao aprovada, nao aprovado, nao paga, nao pago, aberta, aberto, boleto impresso, billet printed, boleto gerado, pix gerado, iniciada, started, em analise, in process, under analysis, atrasado, atrasada, overdue, pre autorizada, abandonada, abandonado, carrinho abandonado, sem saldo, no funds, blocked, bloqueada',
}
const statusOf = new Map(
  Object.entries(words).flatMap(([status, all]) =>
    all.split(', ').map((word) => [word, status as ChosenStatus] as const),
  ),
)

const wordOf = (text: string) =>
  withoutAccents(text.toLowerCase())
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Reads the word of a platform; undefined for one that an administrator has to assign. */
export const readStatus = (text: string): ChosenStatus | undefined =>
  wordOf(text) === '' ? 'ignored' : statusOf.get(wordOf(text))
