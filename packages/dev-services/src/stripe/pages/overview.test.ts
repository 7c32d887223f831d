import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findChromium } from '../../chromium.ts'
import { type Bench, startChecked } from '../checked-stripe.testing.ts'
import { startStripe } from '../stripe.ts'

let bench: Bench
let browser: Browser
let page: Page
beforeAll(async () => {
  bench = await startChecked()
  browser = await chromium.launch(await findChromium())
  page = await browser.newPage()
})
afterAll(async () => {
  await browser.close()
  await bench.stop()
})

const row = (text: string) => page.locator('tr', { hasText: text })

it('the page shows an account and does what time, banks and payers do', async () => {
  const { stripe, settings } = bench
  const customer = await stripe.customers.create({ name: 'Escola <b>Norte</b>' })
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: card.id } })
  const product = await stripe.products.create({ name: 'Super' })
  const recurring = { interval: 'month' as const }
  const price = await stripe.prices.create({ product: product.id, currency: 'brl', unit_amount: 59_900, recurring })
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  const pay = (type: 'card' | 'pix') =>
    stripe.paymentIntents.create({
      amount: 2990,
      currency: 'brl',
      customer: customer.id,
      allowed_payment_method_types: [type],
      confirm: true,
      ...(type === 'pix' ? { payment_method_data: { type } } : { payment_method: card.id }),
    })
  const [pix, paid, disputed] = [await pay('pix'), await pay('card'), await pay('card')]

  await page.goto(`${bench.url}/?conta=${settings.STRIPE_SECRET_KEY.replace('sk_test_', '')}`)
  await page.getByText('nenhum dinheiro de verdade é cobrado').waitFor()
  await row('Escola <b>Norte</b>').getByText('visa 4242').waitFor()

  await row(pix.id).getByRole('button', { name: 'Pagar o Pix' }).click()
  await row(pix.id).getByText('succeeded').waitFor()
  await row(paid.id).getByRole('button', { name: 'Devolver' }).click()
  await row(paid.id).getByText('Devolvido: R$ 29,90').waitFor()
  await row(disputed.id).getByRole('button', { name: 'Contestar' }).click()
  await row(disputed.id).getByRole('button', { name: 'Ganhar a contestação' }).click()
  await row(disputed.id).getByText('Contestação: won').waitFor()

  await row('Escola <b>Norte</b>').getByRole('button', { name: 'Fazer falhar' }).click()
  await page.getByLabel('Dias').fill('32')
  await page.getByRole('button', { name: 'Adiantar' }).click()
  await page.getByText('32 dias à frente').waitFor()
  await row(subscription.id).getByText('past_due').waitFor()
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due')
})

it('a button that another site’s page presses does nothing', async () => {
  const headers = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }
  const response = await fetch(`${bench.url}/`, { method: 'POST', headers, body: 'control=advance&days=400' })
  expect(response.status).toBe(403)
})

it('a stand-in with a file finds everything again', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'stripe-'))
  try {
    const file = path.join(folder, 'stripe.json')
    const first = await startChecked({ file })
    const before = first.connect(first.settings.STRIPE_SECRET_KEY.replace('sk_test_', ''))
    const customer = (await before.stripe.customers.create({ name: 'Ana' })).id
    await before.stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer })
    await before.control.advance({ days: 10 })
    await first.stop()
    const second = await startChecked({ file })
    const after = second.connect(first.settings.STRIPE_SECRET_KEY.replace('sk_test_', ''))
    const { data } = await after.stripe.customers.listPaymentMethods(customer)
    expect(data).toMatchObject([{ card: { last4: '3184' } }])
    const later = await after.stripe.customers.create({})
    expect(later.created).toBeGreaterThan(Date.now() / 1000 + 9 * 86_400)
    await second.stop()
    const [third, fourth] = [await startStripe({ file }), await startStripe()]
    expect(third.settings.STRIPE_SECRET_KEY).not.toBe(fourth.settings.STRIPE_SECRET_KEY)
    const settings = third.settings
    third.sendEventsTo('http://127.0.0.1:9/events')
    await Promise.all([third.stop(), fourth.stop()])
    const fifth = await startStripe({ file })
    expect(fifth.settings).toMatchObject({
      STRIPE_SECRET_KEY: settings.STRIPE_SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: settings.STRIPE_WEBHOOK_SECRET,
    })
    await fifth.stop()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
