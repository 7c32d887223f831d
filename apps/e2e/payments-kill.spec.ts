import { ledger } from '@escola/contract/ledger.contract'
import { paymentMessages, payments } from '@escola/contract/payments.contract'
import { expect, type Page } from '@playwright/test'
import { desk, listIntents, makeShop, paid, typeCard } from './checkout.ts'
import { OwnApi } from './own-api.ts'
import { test } from './visitor.ts'

test.skip(!process.env.E2E_SETTINGS, 'a process of the stack is started from its settings')

let api: OwnApi
test.beforeAll(async () => {
  api = await OwnApi.start()
})
test.afterAll(() => api.kill())

const taken = async () => (await listIntents(api.stripeKey)).filter(({ status }) => status === 'succeeded').length

/** Pays by a button, and kills the API once the provider has taken the money of so many payments. Nothing is clicked then: the page asks by itself. */
async function payAndKill(page: Page, button: string | RegExp, count: number) {
  await api.bank.failNext({ operation: 'POST /v1/payment_intents/:id/confirm', how: 'hang_after' })
  await page.getByRole('button', { name: button }).click()
  await expect.poll(taken).toBe(count)
  await api.kill()
  await expect(page.getByRole('alert')).toBeVisible()
  await api.start()
  await expect(paid(page)).toBeVisible()
}

test('a payer whose API is killed when the provider has taken the money sees it paid once there is one again', async ({
  open,
}) => {
  const { base, token, schoolId, owner } = await makeShop()
  const page = await open(desk, token, api.url)
  await page.goto(`${api.url}${base}/add-saldo/basic`)
  await typeCard(page, '4242424242424242')
  await payAndKill(page, 'Pagar R$ 29,90', 1)
  await expect(page.getByText('A escola tem agora R$ 30,00 de saldo e 30 pontos.')).toBeVisible()
  await page.reload()
  await expect(paid(page)).toBeVisible()

  await page.goto(`${api.url}${base}/trocar-plano/middle`)
  await page.getByText(paymentMessages.newCard).click()
  await typeCard(page, '4242424242424242')
  await payAndKill(page, 'Pagar R$ 199,00', 2)
  await expect(page.getByText('A escola está no plano Middle.')).toBeVisible()

  await page.goto(`${api.url}${base}/trocar-plano/super`)
  await payAndKill(page, paymentMessages.useCard, 3)
  await expect(page.getByText('A escola está no plano Super.')).toBeVisible()

  expect(await taken()).toBe(3)
  const call = { params: { schoolId }, query: {} }
  const { movements } = await owner(ledger.statement, call)
  expect(movements.list.map(({ item }) => item)).toEqual(['super', 'middle', 'basic'])
  const { payments: made } = await owner(payments.list, call)
  expect(made.list.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
})
