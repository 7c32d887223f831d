import type { Letter } from '../../mail/letter.ts'
import { paymentTemplates } from '../../mail/payment-templates.ts'
import type { Reader } from '../../mail/templates.ts'
import { messageParams } from './message-kinds.ts'

/** Writes a mail about the money that the school pays. */
export const writePaymentLetter = (params: unknown, reader: Reader, schoolUrl: string): Letter =>
  paymentTemplates.payment_receipt(reader, {
    receipt: messageParams.payment_receipt.parse(params),
    url: `${schoolUrl}/bank`,
  })
