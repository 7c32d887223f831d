import { ledger } from '@escola/contract/ledger.contract'
import { payments } from '@escola/contract/payments.contract'
import { expect } from '@playwright/test'
import { desk, listIntents, makeShop, paid, typeCard } from './checkout.ts'
import { OwnApi } from './own-api.ts'
import { test } from './visitor.ts'

test.skip(!process.env.E2E_SETTINGS, 'a process of the stack is started from its settings')

let api: OwnApi
test.beforeAll(async () => {
  api = await OwnApi.start()
})
test.afterAll(() => api.kill())

test('a payer whose API is killed when the provider has taken the money sees it paid once there is one again', async ({
  open,
}) => {
  const { base, token, schoolId, owner } = await makeShop()
  const page = await open(desk, token, api.url)
  await page.goto(`${api.url}${base}/add-saldo/basic`)
  await typeCard(page, '4242424242424242')
  await api.bank.failNext({ operation: 'POST /v1/payment_intents/:id/confirm', how: 'hang_after' })
  await page.getByRole('button', { name: 'Pagar R$ 29,90' }).click()
  const taken = async () => (await listIntents(api.stripeKey)).map(({ status }) => status)
  await expect.poll(taken).toEqual(['succeeded'])
  await api.kill()
  await expect(page.getByRole('alert')).toBeVisible()
  await api.start()
  // Nothing is clicked: the page asks by itself until it knows.
  await expect(paid(page)).toBeVisible()
  await expect(page.getByText('A escola tem agora R$ 30,00 de saldo e 30 pontos.')).toBeVisible()
  await page.reload()
  await expect(paid(page)).toBeVisible()
  expect(await taken()).toEqual(['succeeded'])
  const call = { params: { schoolId }, query: {} }
  expect((await owner(ledger.statement, call)).movements.list.map(({ kind }) => kind)).toEqual(['pack'])
  const { payments: made } = await owner(payments.list, call)
  expect(made.list.map(({ status }) => status)).toEqual(['succeeded'])
})
