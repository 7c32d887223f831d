import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import QRCode from 'qrcode'
import { type Controls, controlsOf } from '../control/routes.ts'
import { apiVersion } from '../core/account.ts'
import type { Accounts, KeptAccount } from '../core/accounts.ts'
import { StripeError } from '../core/errors.ts'
import type { PaymentIntent, SetupIntent } from '../core/objects.ts'
import { answerAuthentication, findBySecret, payPix } from '../intents/payer.ts'
import { expirePix } from '../intents/pix.ts'
import { cardPage } from './layout.ts'
import { overviewPage } from './overview.ts'
import { answeredPage, authenticationPage, missingPage, pixPage, refusedPage } from './payer-pages.ts'

const script = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../browser', name), 'utf8').replace('API_VERSION', apiVersion)

/** Answers all that a browser asks for: Stripe.js, the frame of its card field, and the pages of a payer. */
export async function answerPage(
  accounts: Accounts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, first = '', secret = '', third = ''] = new URL(request.url ?? '/', 'http://stripe').pathname.split('/')
  const send = (status: number, type: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers }).end(body)
  const page = (status: number, html: string) => send(status, 'text/html; charset=utf-8', html)

  if (first === '') return answerOverview(accounts, request, response)
  if (first === 'stripe.js') return void send(200, 'text/javascript', script('stripe.js'))
  if (first === 'elements' && secret === 'card') return void page(200, cardPage)
  if (first === 'elements' && secret === 'card-fields.js')
    return void send(200, 'text/javascript', script('card-fields.js'))
  const found = findIntent(accounts, secret)
  if (!found) return void page(404, missingPage)
  const { kept, intent } = found
  if (first === '3d-secure') {
    if (request.method !== 'POST') return void page(200, authenticationPage(intent))
    const back = intent.next_action?.redirect_to_url?.return_url
    answerAuthentication(kept.account, intent, (await readAnswer(request)) === 'yes')
    kept.account.onChange()
    if (!back) return void page(200, answeredPage)
    return void response.writeHead(303, { location: addressBack(back, intent) }).end()
  }
  if (first !== 'pix' || intent.object !== 'payment_intent') return void page(404, missingPage)
  const code = intent.next_action?.pix_display_qr_code?.data ?? ''
  if (third === 'code.svg') return void send(200, 'image/svg+xml', await QRCode.toString(code || ' ', { type: 'svg' }))
  if (third === 'code.png') return void send(200, 'image/png', await QRCode.toBuffer(code || ' '))
  if (request.method === 'POST') {
    if ((await readAnswer(request)) === 'pay') payPix(kept.account, intent)
    else expirePix(kept.account, intent)
    kept.account.onChange()
  }
  page(200, pixPage(intent))
}

/** The stand-in's own page, and what its buttons do. */
async function answerOverview(accounts: Accounts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chosen = new URL(request.url ?? '/', 'http://stripe').searchParams.get('conta')
  const names = accounts.names()
  const name = chosen && names.includes(chosen) ? chosen : (names[0] as string)
  const kept = accounts.get(name)
  const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  if (request.method !== 'POST') return void response.writeHead(200, html).end(overviewPage(kept.account, names))
  // No other site's page may press the buttons.
  const { origin, host } = request.headers
  if (origin && new URL(origin).host !== host) return void response.writeHead(403).end()
  try {
    press(controlsOf(accounts, kept), new URLSearchParams(await text(request)))
    kept.account.onChange()
    response.writeHead(303, { location: `/?conta=${name}` }).end()
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    response.writeHead(error.status, html).end(refusedPage(error.message))
  }
}

function press(controls: Controls, form: URLSearchParams): void {
  const value = (name: string) => form.get(name) ?? ''
  const [intent, charge, dispute] = [value('intent'), value('charge'), value('dispute')]
  const how = value('how')
  const buttons: Record<string, () => unknown> = {
    advance: () => controls.advance({ seconds: Math.min(Number(value('days')) || 0, 400) * 86_400 }),
    authenticate: () => controls.authenticate({ intent, agrees: value('agrees') === 'true' }),
    pay_pix: () => controls.pay_pix({ intent }),
    expire_pix: () => controls.expire_pix({ intent }),
    renewals: () =>
      controls.renewals({ customer: value('customer'), how: how === 'fail' || how === 'succeed' ? how : null }),
    refund: () => controls.refund({ charge }),
    dispute: () => controls.dispute({ charge }),
    close_dispute: () => controls.close_dispute({ dispute, status: value('status') === 'won' ? 'won' : 'lost' }),
  }
  buttons[value('control')]?.()
}

const readAnswer = async (request: IncomingMessage) => new URLSearchParams(await text(request)).get('answer')

type Found = { kept: KeptAccount; intent: PaymentIntent | SetupIntent }

function findIntent(accounts: Accounts, secret: string): Found | undefined {
  for (const name of accounts.names()) {
    const kept = accounts.get(name)
    const intent = findBySecret(kept.account, secret)
    if (intent) return { kept, intent }
  }
  return undefined
}

function addressBack(back: string, intent: PaymentIntent | SetupIntent): string {
  const url = new URL(back)
  url.searchParams.set(intent.object, intent.id)
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret as string)
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed')
  return url.toString()
}
