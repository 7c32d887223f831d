import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findChromium } from '../../chromium.ts'
import { type Bench, startChecked } from '../checked-stripe.testing.ts'

/** A shop's page: it mounts the card field and keeps what the field tells. */
const shop = (scriptUrl: string, key: string) => `<!doctype html><html lang="pt-BR"><meta charset="utf-8">
<style>:root { color-scheme: dark; background: #111 }</style><div id="card" style="padding:10px"></div><button id="other">Pagar</button>
<script src="${scriptUrl}"></script><script>
window.events = []
window.stripe = Stripe('${key}', { locale: 'pt-BR' })
window.card = stripe.elements({ locale: 'pt-BR' }).create('card', {
  hidePostalCode: true,
  style: { base: { color: 'rgb(1, 2, 3)', fontSize: '18px', '::placeholder': { color: 'rgb(9, 9, 9)' } }, invalid: { color: 'rgb(200, 0, 0)' } },
})
for (const name of ['ready', 'focus', 'blur', 'change']) card.on(name, (event) => events.push({ name, ...event }))
card.mount('#card')
</script></html>`

interface Shop {
  events: {
    name: string
    complete: boolean
    empty: boolean
    brand: string
    error?: { code: string; message: string }
  }[]
  // biome-ignore lint/suspicious/noExplicitAny: Stripe.js of the browser has no types here.
  stripe: any
  // biome-ignore lint/suspicious/noExplicitAny: The same holds for its card element.
  card: any
}
declare const window: Shop
declare function getComputedStyle(element: unknown): { color: string; fontSize: string; colorScheme: string }

let bench: Bench
let stripe: Stripe
let browser: Browser
let server: Server
let page: Page
let fields: FrameLocator
beforeAll(async () => {
  bench = await startChecked()
  stripe = bench.stripe
  const { STRIPE_JS_URL, STRIPE_PUBLISHABLE_KEY } = bench.settings
  server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(shop(STRIPE_JS_URL, STRIPE_PUBLISHABLE_KEY)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  browser = await chromium.launch(await findChromium())
})
afterAll(async () => {
  await browser.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await bench.stop()
})
beforeEach(async () => {
  page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.waitForFunction(() => window.events.some(({ name }) => name === 'ready'))
  fields = page.frameLocator('#card iframe')
})
afterEach(() => page.close())

const number = () => fields.getByLabel('Número do cartão de crédito ou débito')
const expiry = () => fields.getByLabel('Data de validade do cartão')
const cvc = () => fields.getByLabel('CVC/CVV do cartão')

const lastChange = () => page.evaluate(() => window.events.filter(({ name }) => name === 'change').at(-1))
const waitForError = (code: string | undefined) =>
  page.waitForFunction(
    (code) => window.events.filter(({ name }) => name === 'change').at(-1)?.error?.code === code,
    code,
  )

async function type(card: string) {
  await number().click()
  await page.keyboard.type(`${card}1230123`, { delay: 1 })
  await page.waitForFunction(() => window.events.at(-1)?.complete)
}

describe('the card field', () => {
  it('is typed into by the keyboard alone, tells brand and completeness, and formats', async () => {
    await type('4242424242424242')
    expect(await number().inputValue()).toBe('4242 4242 4242 4242')
    expect(await expiry().inputValue()).toBe('12 / 30')
    expect(await cvc().inputValue()).toBe('123')
    expect(await lastChange()).toMatchObject({ brand: 'visa', complete: true, empty: false })
    expect(await number().getAttribute('autocomplete')).toBe('cc-number')
    await page.evaluate(() => window.card.clear())
    await page.waitForFunction(() => window.events.at(-1)?.empty)
    await number().click()
    await page.keyboard.type('3782822463100051230', { delay: 1 })
    expect(await number().inputValue()).toBe('3782 822463 10005')
    await page.keyboard.type('1234', { delay: 1 })
    expect(await cvc().inputValue()).toBe('1234')
    await page.waitForFunction(() => window.events.at(-1)?.complete)
    expect(await lastChange()).toMatchObject({ brand: 'amex' })
    const names = (await page.evaluate(() => window.events.map(({ name }) => name))) as string[]
    expect(names).toContain('focus')
    await page.locator('#other').focus()
    await page.waitForFunction(() => window.events.some(({ name }) => name === 'blur'))
  })

  it('says in Portuguese what is wrong, and an unfinished part only once it is left', async () => {
    await number().fill('4242 4242')
    expect((await lastChange())?.error).toBeUndefined()
    await expiry().focus()
    await waitForError('incomplete_number')
    expect((await lastChange())?.error?.message).toBe('O número do cartão está incompleto.')
    await number().fill('4242424242424241')
    await waitForError('invalid_number')
    expect(await number().getAttribute('aria-invalid')).toBe('true')
    await number().fill('4242424242424242')
    await expiry().fill('1220')
    await waitForError('invalid_expiry_year_past')
    await expiry().fill('1230')
    await cvc().fill('1')
    await number().focus()
    await waitForError('incomplete_cvc')
    const result = await page.evaluate(() => window.stripe.createPaymentMethod({ type: 'card', card: window.card }))
    expect(result.error).toMatchObject({ type: 'validation_error', code: 'incomplete_cvc' })
  })

  it('takes the page’s style, on a dark page too, can be switched off, and fits a phone', async () => {
    expect(await number().evaluate((input) => getComputedStyle(input).color)).toBe('rgb(1, 2, 3)')
    expect(await number().evaluate((input) => getComputedStyle(input).fontSize)).toBe('18px')
    expect(await page.locator('#card iframe').evaluate((frame) => getComputedStyle(frame).colorScheme)).toBe(
      'light only',
    )
    await number().fill('4242424242424241')
    await waitForError('invalid_number')
    expect(await number().evaluate((input) => getComputedStyle(input).color)).toBe('rgb(200, 0, 0)')
    await page.evaluate(() => window.card.update({ disabled: true, style: { base: { color: 'rgb(4, 5, 6)' } } }))
    await fields.locator('input[name=cardnumber]:disabled').waitFor()
    expect(await expiry().evaluate((input) => getComputedStyle(input).color)).toBe('rgb(4, 5, 6)')
    await page.setViewportSize({ width: 300, height: 600 })
    const frame = page.locator('#card iframe')
    await expect.poll(async () => (await frame.boundingBox())?.height).toBeGreaterThan(40)
    const [outer, inner] = [await frame.boundingBox(), await cvc().boundingBox()]
    expect(inner!.x + inner!.width).toBeLessThanOrEqual(outer!.x + outer!.width)
    expect(inner!.y + inner!.height).toBeLessThanOrEqual(outer!.y + outer!.height + 1)
    await page.evaluate(() => window.card.destroy())
    expect(await page.locator('#card iframe').count()).toBe(0)
  })
})

describe('Stripe.js', () => {
  const newIntent = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
    stripe.paymentIntents.create({ amount: 2990, currency: 'brl', allowed_payment_method_types: ['card'], ...more })
  const open = () => page.frameLocator('iframe[title="Autenticação do seu banco"]')

  it('makes a payment method of what was typed, which the page never sees', async () => {
    await type('5555555555554444')
    const { paymentMethod } = await page.evaluate(() =>
      window.stripe.createPaymentMethod({ type: 'card', card: window.card, billing_details: { name: 'Ana Souza' } }),
    )
    const made = await stripe.paymentMethods.retrieve(paymentMethod.id)
    expect(made).toMatchObject({
      billing_details: { name: 'Ana Souza' },
      card: { brand: 'mastercard', last4: '4444', exp_year: 2030 },
    })
  })

  it('pays, or gives the refusal', async () => {
    await type('4242424242424242')
    const confirm = (secret: string) =>
      page.evaluate(
        (secret) => window.stripe.confirmCardPayment(secret, { payment_method: { card: window.card } }),
        secret,
      )
    const { paymentIntent } = await confirm((await newIntent()).client_secret as string)
    expect(paymentIntent).toMatchObject({ status: 'succeeded', amount: 2990 })
    expect(paymentIntent.metadata).toBeUndefined()
    await page.evaluate(() => window.card.clear())
    await type('4000000000009995')
    const { error } = await confirm((await newIntent()).client_secret as string)
    expect(error).toMatchObject({ code: 'card_declined', decline_code: 'insufficient_funds' })
  })

  it('asks the cardholder in a frame over the page, and goes on with the answer', async () => {
    const { client_secret } = await newIntent({ payment_method: 'pm_card_authenticationRequired', confirm: true })
    const begin = () =>
      page.evaluate((clientSecret) => window.stripe.handleNextAction({ clientSecret }), client_secret as string)
    const paid = begin()
    await open().getByRole('button', { name: 'Autorizar' }).click()
    expect((await paid).paymentIntent).toMatchObject({ status: 'succeeded' })
    expect(await page.locator('iframe[title^=Autentica]').count()).toBe(0)

    const other = await newIntent()
    await type('4000002760003184')
    const refused = page.evaluate(
      (secret) => window.stripe.confirmCardPayment(secret, { payment_method: { card: window.card } }),
      other.client_secret as string,
    )
    await open().getByRole('button', { name: 'Recusar' }).click()
    expect((await refused).error).toMatchObject({
      code: 'payment_intent_authentication_failure',
      message: expect.stringContaining('Não foi possível autenticar'),
      payment_intent: { status: 'requires_payment_method' },
    })
  })

  it('sets a card up for a customer', async () => {
    const customer = (await stripe.customers.create({})).id
    const setup = await stripe.setupIntents.create({ customer, allowed_payment_method_types: ['card'] })
    await type('4000002500003155')
    const done = page.evaluate(
      (secret) => window.stripe.confirmCardSetup(secret, { payment_method: { card: window.card } }),
      setup.client_secret as string,
    )
    await open().getByRole('button', { name: 'Autorizar' }).click()
    expect((await done).setupIntent.status).toBe('succeeded')
    expect((await stripe.customers.listPaymentMethods(customer)).data).toHaveLength(1)
  })

  it('gives an error of its own when the provider is away', async () => {
    const { client_secret } = await newIntent()
    await page.route('**/v1/**', (route) => route.abort())
    const { error } = await page.evaluate(
      (secret) => window.stripe.retrievePaymentIntent(secret),
      client_secret as string,
    )
    expect(error.type).toBe('api_connection_error')
  })
})

describe('a payer’s pages', () => {
  it('redirect to the bank and back', async () => {
    const { next_action } = await stripe.paymentIntents.create({
      amount: 100,
      currency: 'brl',
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
      return_url: `${page.url()}back`,
    })
    await page.goto(next_action?.redirect_to_url?.url as string)
    await page.getByRole('button', { name: 'Autorizar' }).click()
    await page.waitForURL(/\/back\?payment_intent=pi_.*redirect_status=succeeded/)
  })

  it('show a code of Pix that can be paid', async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 2990,
      currency: 'brl',
      allowed_payment_method_types: ['pix'],
      payment_method_data: { type: 'pix' },
      confirm: true,
    })
    const code = intent.next_action?.pix_display_qr_code
    await page.goto(code?.hosted_instructions_url as string)
    await page.getByText(code?.data as string).waitFor()
    expect((await fetch(code?.image_url_png as string)).headers.get('content-type')).toBe('image/png')
    await page.getByRole('button', { name: 'Pagar' }).click()
    await page.getByText('Este código foi pago.').waitFor()
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
    expect((await page.goto(`${bench.url}/pix/pi_none_secret_x`))?.status()).toBe(404)
  })
})
