import { refusalOf, textOfPixFault } from '@escola/contract/payment-errors'
import type { Payment } from '@escola/contract/payments.contract'
import { toString as drawQr } from 'qrcode'
import type { Stripe } from 'stripe'
import type { PaymentRow } from './payments.queries.ts'

/** Builds a payment as its page shows it, with what a payer needs who has to act. */
export async function toWirePayment(
  { key, item, way, cents, status, fault }: PaymentRow,
  intent?: Stripe.PaymentIntent,
): Promise<Omit<Payment, 'goes_back'>> {
  const waits = status === 'requires_action'
  return {
    id: key,
    item,
    way,
    cents,
    status,
    client_secret: waits && way === 'card' ? (intent?.client_secret ?? null) : null,
    pix: waits && intent ? await toWirePix(intent) : null,
    fault: textOfFailure({ way, status, fault }),
  }
}

export const textOfFailure = ({ way, status, fault }: Pick<PaymentRow, 'way' | 'status' | 'fault'>): string => {
  if (status !== 'failed') return ''
  return way === 'pix' ? textOfPixFault(fault) : refusalOf(fault).text
}

async function toWirePix({ next_action }: Stripe.PaymentIntent): Promise<Payment['pix']> {
  const { data, expires_at } = next_action?.pix_display_qr_code ?? {}
  if (!data || !expires_at) return null
  const svg = await drawQr(data, { type: 'svg', errorCorrectionLevel: 'M' })
  return {
    code: data,
    qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    utc_expires_on: new Date(expires_at * 1000).toISOString(),
  }
}
