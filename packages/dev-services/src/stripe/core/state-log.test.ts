import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectTo } from '../checked-stripe.testing.ts'
import { StripeControl } from '../control/client.ts'
import { startStripe } from '../stripe.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stripe-log-'))
  file = path.join(folder, 'stripe.json')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function start() {
  const running = await startStripe({ file })
  const key = running.settings.STRIPE_SECRET_KEY
  return { running, stripe: connectTo(running.url, key), control: new StripeControl(running.url, key) }
}

/** Makes some of everything that an account keeps. */
async function trade({ stripe, control }: Awaited<ReturnType<typeof start>>) {
  const customer = await stripe.customers.create({ name: 'Ana' }, { idempotencyKey: 'ana' })
  const intent = await stripe.paymentIntents.create({
    amount: 2990,
    currency: 'brl',
    customer: customer.id,
    allowed_payment_method_types: ['card', 'pix'],
  })
  const { id } = await control.createCard('4242424242424242')
  await stripe.paymentIntents.confirm(intent.id, { payment_method: id, setup_future_usage: 'off_session' })
  await stripe.paymentMethods.detach(id)
  await control.change({ returnUrl: 'required' })
  await control.advance({ days: 2 })
  return { customer: customer.id, intent: intent.id, card: id }
}

it('keeps all of an account over its end, also where its process was killed, and begins the file anew each time', async () => {
  const first = await start()
  const made = await trade(first)
  await first.running.stop()
  const left = await readFile(file, 'utf8')
  expect(left.split('\n').length).toBeGreaterThan(5)
  // A process that is killed leaves the beginning of a line.
  await appendFile(file, '["x","customers","cus_1",{"id":')
  const second = await start()
  const [state, ...changes] = (await readFile(file, 'utf8')).trim().split('\n')
  expect(changes).toEqual([])
  expect(JSON.parse(state!)).toHaveLength(1)
  const { stripe, control, running } = second
  expect(running.settings).toMatchObject({ STRIPE_SECRET_KEY: first.running.settings.STRIPE_SECRET_KEY })
  expect(await stripe.paymentIntents.retrieve(made.intent)).toMatchObject({ status: 'succeeded' })
  expect(await stripe.paymentMethods.retrieve(made.card)).toMatchObject({ customer: null })
  // Facts that no answer shows are there as well: the spent card, the switch, the clock.
  const spent = stripe.paymentMethods.attach(made.card, { customer: made.customer })
  await expect(spent).rejects.toThrow('may not be used again')
  const { created } = await stripe.customers.create({})
  expect(created * 1000).toBeGreaterThan(Date.now() + 86_400_000)
  const intent = await stripe.paymentIntents.create({
    amount: 2990,
    currency: 'brl',
    allowed_payment_method_types: ['card'],
  })
  const card = await control.createCard('4242424242424242')
  await expect(stripe.paymentIntents.confirm(intent.id, { payment_method: card.id })).rejects.toThrow('return_url')
  await running.stop()
})

it('reads the file of earlier releases, and writes no more than what changes', async () => {
  const first = await start()
  const made = await trade(first)
  await first.running.stop()
  const again = await start()
  await again.running.stop()
  // Earlier releases wrote all accounts as one text without an end of line, of a few thousand customers here.
  const [state] = JSON.parse((await readFile(file, 'utf8')).split('\n')[0]!)
  const [ana] = state.tables.customers
  for (let at = 0; at < 5000; at++) state.tables.customers.push({ ...ana, id: `cus_${at}` })
  delete state.settings
  await writeFile(file, JSON.stringify([state]))
  const { stripe, running } = await start()
  const before = await stat(file)
  expect(before.size).toBeGreaterThan(2_000_000)
  expect(await stripe.customers.retrieve(made.customer)).toMatchObject({ name: 'Ana' })
  await stripe.customers.update('cus_4999', { name: 'Bia' })
  expect((await stripe.customers.list({ limit: 100 })).data).toHaveLength(100)
  await running.stop()
  const after = await stat(file)
  expect(after.ino).toBe(before.ino)
  expect(after.size - before.size).toBeLessThan(10_000)
})
