import type { Account } from '../core/account.ts'
import type { PaymentIntent, SetupIntent } from '../core/objects.ts'
import { chargeCard } from './attempt.ts'
import { giveBack, refusedAuthentication, succeed } from './outcomes.ts'
import { failSetup, finishSetup } from './setup-intents.ts'

type Intent = PaymentIntent | SetupIntent

/** Finds an intent by the secret that its payer's page holds. */
export function findBySecret(account: Account, secret: string): Intent | undefined {
  const id = secret.split('_secret_')[0] as string
  const intent = account.table('payment_intents').get(id) ?? account.table('setup_intents').get(id)
  return intent?.client_secret === secret ? intent : undefined
}

/** The cardholder's answer to their bank's question. */
export function answerAuthentication(account: Account, intent: Intent, agrees: boolean): void {
  if (intent.status !== 'requires_action' || !intent.payment_method) return
  const method = account.find('payment_methods', intent.payment_method)
  if (method.type !== 'card') return
  if (intent.object === 'setup_intent') {
    if (agrees) finishSetup(account, intent, method)
    else failSetup(account, intent, method, refusedAuthentication(intent))
  } else if (agrees) chargeCard(account, intent, method, true)
  else giveBack(account, intent, method, refusedAuthentication(intent))
}

/** The payer pays a Pix code at their bank. */
export function payPix(account: Account, intent: PaymentIntent): void {
  if (intent.status !== 'requires_action' || !intent.payment_method) return
  const method = account.find('payment_methods', intent.payment_method)
  if (method.type !== 'pix') return
  account.forget('expire_pix', intent.id)
  succeed(account, intent, method)
}
