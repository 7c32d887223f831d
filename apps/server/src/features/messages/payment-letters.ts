import type { Letter } from '../../mail/letter.ts'
import { paymentTemplates } from '../../mail/payment-templates.ts'
import type { Reader } from '../../mail/templates.ts'
import { messageParams } from './message-kinds.ts'

/** Kinds of mails about the money that a school pays. */
export type PaymentKind = keyof typeof paymentTemplates

export const isPaymentKind = (kind: string): kind is PaymentKind => Object.hasOwn(paymentTemplates, kind)

export function writePaymentLetter(kind: PaymentKind, params: unknown, reader: Reader, schoolUrl: string): Letter {
  const planUrl = `${schoolUrl}/planos`
  switch (kind) {
    case 'payment_receipt':
      return paymentTemplates[kind](reader, { ...messageParams[kind].parse(params), url: `${schoolUrl}/bank` })
    case 'payment_returned':
      return paymentTemplates[kind](reader, { ...messageParams[kind].parse(params), url: planUrl })
    case 'renewal_failed': {
      const { confirms, ...month } = messageParams[kind].parse(params)
      const url = confirms ? `${schoolUrl}/trocar-plano/${month.planId}?pagamento=${confirms}` : planUrl
      return paymentTemplates[kind](reader, { ...month, asksToConfirm: confirms !== '', url })
    }
    case 'plan_ended':
      return paymentTemplates[kind](reader, { ...messageParams[kind].parse(params), url: planUrl })
    case 'plan_card_expires':
      return paymentTemplates[kind](reader, { ...messageParams[kind].parse(params), url: planUrl })
    case 'plan_pix_code':
      return paymentTemplates[kind](reader, { ...messageParams[kind].parse(params), url: planUrl })
  }
}
