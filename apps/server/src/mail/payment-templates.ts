import { formatMoney } from '@escola/contract/money'
import { paymentMessages, type payWays } from '@escola/contract/payments.contract'
import { isPack, itemNames, type PayableItem } from '@escola/contract/prices'
import { formatDateTime } from '@escola/contract/time'
import type { Letter } from './letter.ts'
import { greet, nothingGiven, type Reader } from './templates.ts'

export interface Receipt {
  /** Number of the payment in the school. */
  paymentId: string
  item: PayableItem
  way: (typeof payWays)[number]
  cents: number
  utc_paid_on: string
}

const wayNames = { card: 'Cartão', pix: 'Pix' } as const
const nameOf = (item: PayableItem) => `${isPack(item) ? 'Pacote' : 'Plano'} ${itemNames[item]}`

/** Mails about the money that a school pays to the platform. */
export const paymentTemplates = {
  payment_receipt: (
    { personName, schoolName }: Reader,
    { receipt, url }: { receipt: Receipt; url: string },
  ): Letter => ({
    subject: `Recibo: ${nameOf(receipt.item)}, ${formatMoney(receipt.cents)}`,
    heading: 'Pagamento recebido',
    paragraphs: [greet(personName), `Recebemos o pagamento da escola ${schoolName}. Obrigado!`],
    ...nothingGiven,
    facts: [
      { label: 'O que', value: nameOf(receipt.item) },
      { label: 'Valor', value: formatMoney(receipt.cents) },
      { label: 'Como', value: wayNames[receipt.way] },
      { label: 'Quando', value: `${formatDateTime(receipt.utc_paid_on)} (horário de Brasília)` },
      { label: 'Número', value: receipt.paymentId },
    ],
    button: { label: 'Ver o extrato', url },
    note: `${paymentMessages.receiptIsNoInvoice}.`,
  }),
}
