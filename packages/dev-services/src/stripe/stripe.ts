import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { intentOf } from './billing/invoice-state.ts'
import { invoices } from './billing/invoices.ts'
import { products } from './billing/products.ts'
import { subscriptions } from './billing/subscriptions.ts'
import { charges } from './charges.ts'
import { configurations } from './configurations.ts'
import { answerControl } from './control/routes.ts'
import { Accounts } from './core/accounts.ts'
import { answerApi } from './core/api.ts'
import type { Includable } from './core/expand.ts'
import { randomLetters } from './core/ids.ts'
import { listRows } from './core/lists.ts'
import type { Operations } from './core/operations.ts'
import { customers } from './customers.ts'
import { disputes } from './disputes.ts'
import { events } from './events.ts'
import { paymentIntents } from './intents/payment-intents.ts'
import { setupIntents } from './intents/setup-intents.ts'
import { answerPage } from './pages/serve.ts'
import { paymentMethods } from './payment-methods.ts'
import { refunds } from './refunds.ts'
import { performTask } from './tasks.ts'

export interface RunningStripe {
  /** Its address for servers. */
  url: string
  /** Its address in a browser. */
  pageUrl: string
  /** Settings of a server that uses the stand-in's first account, the same at each start from a file. */
  settings: StripeSettings
  /** Sends the events of the first account there. */
  sendEventsTo(url: string): void
  stop(): Promise<void>
}

export interface StripeOptions {
  port?: number
  /** Keeps everything there; without it, it ends with the stand-in. */
  file?: string
  /** Country of the first account's business, in two letters. */
  country?: string | undefined
  /** Looks at each answer and event; what it throws becomes the answer. For the stand-in's own tests. */
  check?: (answer: object) => void
}

const operations: Operations = {
  ...configurations,
  ...customers,
  ...paymentMethods,
  ...setupIntents,
  ...paymentIntents,
  ...charges,
  ...refunds,
  ...disputes,
  ...events,
  ...products,
  ...subscriptions,
  ...invoices,
}

const includable: Includable = {
  'customer.subscriptions': (account, { id }) =>
    listRows(
      account,
      'subscriptions',
      {},
      { url: `/v1/customers/${id}/subscriptions`, matches: ({ customer }) => customer === id },
    ),
  'invoice.payments': (account, { id }) =>
    listRows(
      account,
      'invoice_payments',
      {},
      { url: `/v1/invoice_payments?invoice=${id}`, matches: ({ invoice }) => invoice === id },
    ),
  'invoice.confirmation_secret': (account, { id }) => {
    const intent = intentOf(account, account.find('invoices', id))
    return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null
  },
  'charge.refunds': (account, { id }) =>
    listRows(
      account,
      'refunds',
      { limit: 100 },
      { url: `/v1/charges/${id}/refunds`, matches: ({ charge }) => charge === id },
    ),
}

/** A stand-in for Stripe that speaks its HTTP, version and all; no money moves. Decision 69 says what it judges and what it leaves out. */
export async function startStripe({ port = 0, file, country, check }: StripeOptions = {}): Promise<RunningStripe> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path.startsWith('/_control/')) answerControl(accounts, request, response)
    else if (!path.startsWith('/v1/')) {
      answerPage(accounts, request, response).catch(() => response.writeHead(500).end())
    } else answerApi({ accounts, operations, includable, check }, request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: listening } = server.address() as AddressInfo
  const [url, pageUrl] = [`http://127.0.0.1:${listening}`, `http://localhost:${listening}`]
  const accounts = new Accounts({ baseUrl: pageUrl, file, check, perform: performTask })
  const { account } = accounts.get(accounts.names()[0] ?? randomLetters(24))
  if (country) account.country = country
  const settings = stripeSettings(url, account.name, account.webhook?.secret)
  return {
    url,
    pageUrl,
    settings,
    sendEventsTo: (url) => {
      account.webhook = { url, secret: settings.STRIPE_WEBHOOK_SECRET }
      account.onChange()
    },
    async stop() {
      accounts.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export interface StripeSettings {
  STRIPE_SECRET_KEY: string
  STRIPE_PUBLISHABLE_KEY: string
  STRIPE_WEBHOOK_SECRET: string
  STRIPE_API_URL: string
  STRIPE_JS_URL: string
  STRIPE_TEST: 'on'
}

/** Settings of a server that has an account of its own at the stand-in; its events go nowhere until `StripeControl` says where. */
export const stripeSettings = (
  url: string,
  name: string = randomLetters(24),
  webhookSecret = `whsec_${randomLetters(32)}`,
): StripeSettings => ({
  STRIPE_SECRET_KEY: `sk_test_${name}`,
  STRIPE_PUBLISHABLE_KEY: `pk_test_${name}`,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_URL: url,
  STRIPE_JS_URL: `${url.replace('127.0.0.1', 'localhost')}/stripe.js`,
  STRIPE_TEST: 'on',
})
