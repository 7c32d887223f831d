import type { Account } from '../core/account.ts'
import type { PaymentIntent } from '../core/objects.ts'
import { giveBack } from './outcomes.ts'

const day = 86_400

/** Shows the payer a code; the payment is made at their bank, until the code expires. */
export function showPixCode(account: Account, intent: PaymentIntent): undefined {
  const { expires_at, expires_after_seconds } = intent.payment_method_options?.pix ?? {}
  const ends = expires_at ?? account.now() + (expires_after_seconds ?? day)
  const page = `${account.baseUrl}/pix/${intent.client_secret}`
  intent.status = 'requires_action'
  intent.next_action = {
    type: 'pix_display_qr_code',
    pix_display_qr_code: {
      data: pixCode(intent),
      expires_at: ends,
      hosted_instructions_url: page,
      image_url_png: `${page}/code.png`,
      image_url_svg: `${page}/code.svg`,
    },
  }
  account.plan('expire_pix', intent.id, ends)
  account.emit('payment_intent.requires_action', intent)
}

export function expirePix(account: Account, intent: PaymentIntent): void {
  if (intent.status !== 'requires_action' || !intent.payment_method) return
  account.forget('expire_pix', intent.id)
  giveBack(account, intent, account.find('payment_methods', intent.payment_method), {
    code: 'payment_intent_payment_attempt_expired',
    message: 'The payment attempt expired before the payment was completed.',
    type: 'invalid_request_error',
  })
}

/** A code in the form that banks read: fields of a number, a length and a value, and a checksum at the end. */
function pixCode(intent: PaymentIntent): string {
  const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`
  const account = field('00', 'br.gov.bcb.pix') + field('25', `qr.stripe.invalid/v2/${intent.id.slice(-20)}`)
  const code = [
    field('00', '01'),
    field('26', account),
    field('52', '0000'),
    field('53', '986'),
    field('54', (intent.amount / 100).toFixed(2)),
    field('58', 'BR'),
    field('59', 'STRIPE DE TESTE'),
    field('60', 'SAO PAULO'),
    field('62', field('05', '***')),
    '6304',
  ].join('')
  return code + checksumOf(code)
}

/** CRC-16/CCITT-FALSE, in four capital hexadecimal digits. */
function checksumOf(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
