import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { testSecret } from '@escola/db/testing'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { type PayingWorld, payingWorld } from '../features/payments/payments.testing.ts'

let p: PayingWorld
beforeAll(async () => {
  p = await payingWorld()
  await p.pay(p.w.northside, { paymentMethod: await p.card() })
})

/** Runs the command, and answers what it says and how it ends. */
const run = async (more: NodeJS.ProcessEnv = {}) => {
  const env = { ...process.env, ...p.env, DATABASE_URL: p.w.databaseUrl, ESCOLA_SECRET: testSecret, ...more }
  const command = promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'doctor.ts')], { env })
  return command.then(
    ({ stdout, stderr }) => ({ code: 0, said: `${stderr}${stdout}` }),
    ({ code, stdout, stderr }) => ({ code, said: `${stderr}${stdout}` }),
  )
}

async function change(statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: p.w.databaseUrl })
  await admin.connect()
  await admin.query(statement)
  await admin.end()
}

it('says that all agree, and which school does not when one cent is changed by hand', async () => {
  expect(await run()).toEqual({ code: 0, said: 'ledger, sums and payments of 2 schools: all agree\n' })
  await change(`update ledger_transfers set amount = amount + 1 where from_account = 'provider'`)
  const { code, said } = await run()
  expect(code).toBe(1)
  expect(said).toContain(`school ${p.w.northside.id}: the ledger disagrees: {`)
  expect(said).toContain(
    `school ${p.w.northside.id}: the ledger and the payment provider disagree: {"provider":2990,"ledger":2991}`,
  )
  expect(said).toMatch(/2 schools: 2 disagree/)
  await change(`update ledger_transfers set amount = amount - 1 where from_account = 'provider'`)
})

it('says that an installation in production names no way to itself', async () => {
  const { code, said } = await run({ NODE_ENV: 'production', STRIPE_TEST: 'on' })
  expect(code).toBe(0)
  expect(said).toContain('SUPPORT_EMAIL and SUPPORT_URL are both empty')
})

it('sees money that the provider has taken and no movement knows', async () => {
  const { customer } = (await p.listIntents()).find(({ metadata }) => metadata.school === p.w.northside.id)!
  const intent = await p.provider.ask(({ paymentIntents }) =>
    paymentIntents.create({
      amount: 700,
      currency: 'brl',
      customer: String(customer),
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: 'https://escola.example',
    }),
  )
  expect((await run()).said).toContain('{"provider":3690,"ledger":2990}')
  await p.provider.ask(({ refunds }) => refunds.create({ payment_intent: intent.id }))
  expect((await run()).code).toBe(0)
})
