import { randomUUID } from 'node:crypto'
import { dayMs } from '@escola/contract/durations'
import { ledger } from '@escola/contract/ledger.contract'
import { paymentErrors } from '@escola/contract/payment-errors'
import { paymentLimits, paymentMessages, payments, returnTexts } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { formatDate } from '@escola/contract/time'
import { endGrace, endMonth } from '@escola/dev-services/end-grace'
import { expect, type Page } from '@playwright/test'
import { accountOf, tokenOf } from './accounts.ts'
import { checkSchemes } from './axe.ts'
import { bank, cards, customerOf, desk, intentOf, makeShop, paid, phone, typeCard } from './checkout.ts'
import { loadUntil, settled, test } from './visitor.ts'
import { goTo } from './within.ts'

type Shop = Pick<Awaited<ReturnType<typeof makeShop>>, 'owner' | 'schoolId'>

const choose = (page: Page, plan: string) => page.getByRole('link', { name: `Escolher o plano ${plan}` }).click()
const current = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Seu plano' }).getByRole('heading')
const subscription = (page: Page) => page.getByRole('region', { name: /^Assinatura do plano/ })

/** Checks that the statement and the payments name the months of these plans, the newest first, with one sum, and nothing twice. */
async function expectPaid({ owner, schoolId }: Shop, plans: string[]) {
  const call = { params: { schoolId }, query: {} }
  const { movements } = await owner(ledger.statement, call)
  const { payments: made } = await owner(payments.list, call)
  expect(movements.list.map(({ item }) => item)).toEqual(plans)
  const kept = made.list.filter(({ status }) => status !== 'failed')
  expect(kept.map(({ item, cents, status }) => ({ item, cents, status }))).toEqual(
    movements.list.map(({ item, outside_cents: cents }) => ({ item, cents, status: 'succeeded' })),
  )
}

test('a school takes a plan by card, a larger one, a smaller one again, and ends it', async ({ open }) => {
  const { base, token, schoolId, owner } = await makeShop()
  const page = await open(desk, token)
  await page.goto(`${base}/planos`)
  await expect(current(page)).toHaveText('On Demand')
  await choose(page, 'Middle')
  await expect(page.getByRole('region', { name: 'Plano Middle' })).toContainText('R$ 199,00')
  await typeCard(page, '4000000000000002')
  await page.getByRole('button', { name: 'Pagar R$ 199,00' }).click()
  await expect(page.getByText(paymentErrors.card_declined.pt)).toBeVisible()
  await page.goBack()
  await expect(current(page)).toHaveText('On Demand')
  await page.goForward()
  await typeCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pagar R$ 199,00' }).dblclick()
  await expect(paid(page)).toBeVisible()
  await expect(page.getByText('A escola está no plano Middle.')).toBeVisible()
  await page.reload()
  await expect(paid(page)).toBeVisible()
  await page.goBack()
  await expect(current(page)).toHaveText('Middle')
  await page.goForward()
  await expect(paid(page)).toBeVisible()
  await page.getByRole('link', { name: 'Ver os planos' }).click()
  await expect(current(page)).toHaveText('Middle')
  await expect(page.getByText(/Renova por R\$ 199,00 por mês, no cartão Visa •••• 4242/)).toBeVisible()
  await checkSchemes(page, 'a plan')
  await goTo(page, `${base}/trocar-plano/onDemand`)
  await checkSchemes(page, 'the way back to no plan')
  await goTo(page, `${base}/planos`)

  await choose(page, 'Super')
  await expect(page.getByText('Crédito do mês atual, já descontado')).toBeVisible()
  await page.getByRole('button', { name: paymentMessages.useCard }).dblclick()
  await expect(page.getByText('A escola está no plano Super.')).toBeVisible()

  await goTo(page, `${base}/trocar-plano/middle`)
  await checkSchemes(page, 'a smaller plan')
  await page.getByRole('button', { name: 'Passar para o plano Middle' }).dblclick()
  const changed = page.getByRole('heading', { name: paymentMessages.planChanged })
  await expect(changed).toBeVisible()
  await checkSchemes(page, 'a plan that changes at the end of its month')
  await page.goBack()
  await expect(page.getByText(paymentErrors.plan_is_current.pt)).toBeVisible()
  await page.goForward()
  await expect(changed).toBeVisible()
  await expectPaid({ owner, schoolId }, ['super', 'middle'])
  await page.getByRole('button', { name: 'Manter meu plano' }).dblclick()
  await expect(page.getByRole('button', { name: 'Passar para o plano Middle' })).toBeVisible()

  await goTo(page, `${base}/planos`)
  await expect(current(page)).toHaveText('Super')
  await page.getByRole('link', { name: 'Cancelar a assinatura' }).click()
  await page.getByRole('button', { name: 'Cancelar a assinatura' }).dblclick()
  await expect(page.getByRole('heading', { name: paymentMessages.canceled })).toBeVisible()
  await checkSchemes(page, 'a plan that ends')
  await page.goBack()
  await expect(page.getByText(/Depois a escola passa para o plano On Demand/)).toBeVisible()
  await page.getByRole('button', { name: 'Manter meu plano' }).dblclick()
  await expect(page.getByText(/Renova por R\$ 599,00/)).toBeVisible()

  await page.getByRole('link', { name: 'Trocar o cartão' }).click()
  await expect(page.getByText('Paga o plano')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remover Visa •••• 4242' })).toHaveCount(0)
  await expectPaid({ owner, schoolId }, ['super', 'middle'])
})

test('a bank has its customer confirm a plan: refused first, then allowed', async ({ open }) => {
  const { base, token, schoolId, owner } = await makeShop()
  const page = await open(phone, token)
  const bankPage = page.frameLocator('iframe[title="Autenticação do seu banco"]')
  await page.goto(`${base}/trocar-plano/middle`)
  const payWith = async (answer: 'Recusar' | 'Autorizar') => {
    await typeCard(page, '4000002760003184')
    await page.getByRole('button', { name: 'Pagar R$ 199,00' }).click()
    await bankPage.getByRole('button', { name: answer }).click()
  }
  await payWith('Recusar')
  await expect(page.getByText(/O seu banco não confirmou a compra/)).toBeVisible()
  await expectPaid({ owner, schoolId }, [])
  await payWith('Autorizar')
  await expect(page.getByText('A escola está no plano Middle.')).toBeVisible()
  await page.getByRole('link', { name: 'Ver os planos' }).click()
  await expect(page.getByText(/Renova por R\$ 199,00 por mês, no cartão Visa •••• 3184/)).toBeVisible()
  await expectPaid({ owner, schoolId }, ['middle'])
})

test('a school pays a month of a plan by Pix on a phone', async ({ open }) => {
  const { base, token, schoolId, owner } = await makeShop()
  const page = await open(phone, token)
  await page.goto(`${base}/planos`)
  await choose(page, 'Super')
  await page.getByText('Pix', { exact: true }).click()
  await page.getByRole('button', { name: 'Gerar código Pix' }).dblclick()
  await expect(page.getByAltText('QR code do Pix')).toBeVisible()
  const code = await page.getByLabel('Código Pix').inputValue()
  await page.goBack()
  await expect(current(page)).toHaveText('On Demand')
  await page.goForward()
  await expect(page.getByLabel('Código Pix')).toHaveValue(code)
  await bank.payPix(await intentOf(59_900, schoolId))
  await expect(paid(page)).toBeVisible()
  await expectPaid({ owner, schoolId }, ['super'])
  await goTo(page, `${base}/planos`)
  await expect(subscription(page)).toContainText('por Pix: o código chega 5 dias antes')
  await checkSchemes(page, 'plans of a school that pays by Pix', ['dark', 'light'])
})

test('a school that pays a plan by Pix moves to a card, and back', async ({ open }) => {
  const { base, token, schoolId, owner } = await makeShop()
  const page = await open(desk, token)
  await page.goto(`${base}/trocar-plano/middle`)
  await page.getByText('Pix', { exact: true }).click()
  await page.getByRole('button', { name: 'Gerar código Pix' }).click()
  await expect(page.getByAltText('QR code do Pix')).toBeVisible()
  await bank.payPix(await intentOf(19_900, schoolId))
  await expect(paid(page)).toBeVisible()
  await goTo(page, `${base}/planos`)
  await page.getByRole('link', { name: /^Pagar com cartão a partir de/ }).click()
  await page.getByRole('button', { name: 'Adicionar cartão' }).click()
  await typeCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Salvar cartão' }).dblclick()
  await page.getByRole('button', { name: 'Usar no plano: Visa •••• 4242' }).dblclick()
  await expect(page.getByText('Paga o plano')).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
  await expectPaid({ owner, schoolId }, ['middle'])
  await goTo(page, `${base}/planos`)
  await expect(page.getByText(/Renova por R\$ 199,00 por mês, no cartão Visa •••• 4242/)).toBeVisible()
  await page.getByRole('button', { name: /^Pagar por Pix a partir de/ }).hover()
  await page.mouse.down()
  await page.mouse.up()
  await expect(subscription(page)).toContainText('por Pix: o código chega 5 dias antes')
  // A link to the cards is under the pointer now, and leads nowhere by the second click of a double click.
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await settled(page)
  await expect(subscription(page)).toContainText('por Pix: o código chega 5 dias antes')
  await expectPaid({ owner, schoolId }, ['middle'])
})

test('a code that is paid after another payment of the plan goes back', async ({ open }) => {
  const { base, token, schoolId, owner } = await makeShop()
  const page = await open(phone, token)
  await page.goto(`${base}/trocar-plano/super`)
  await page.getByText('Pix', { exact: true }).click()
  await page.getByRole('button', { name: 'Gerar código Pix' }).dblclick()
  await expect(page.getByAltText('QR code do Pix')).toBeVisible()
  const { id: paymentMethod } = await bank.createCard('4242424242424242', 'DORA PRADO')
  const body = { paymentId: randomUUID(), item: 'super', paymentMethod } as const
  await owner(payments.pay, { params: { schoolId }, body })
  await bank.payPix(await intentOf(59_900, schoolId))
  await expect(page.getByRole('heading', { name: returnTexts.title })).toBeVisible()
  await checkSchemes(page, 'a payment that goes back', ['dark', 'light'])
})

test('a renewal that fails is paid by another card, one is marked as paid, and one that is not paid ends the plan', async ({
  open,
}) => {
  const { base, token, schoolId, owner } = await makeShop()
  const { id: paymentMethod } = await bank.createCard('4242424242424242', 'DORA PRADO')
  const body = { paymentId: randomUUID(), item: 'middle', paymentMethod } as const
  await owner(payments.pay, { params: { schoolId }, body })
  const customer = await customerOf(schoolId)
  const page = await open(desk, token)
  const plan = async () => (await owner(subscriptions.get, { params: { schoolId } })).subscription
  const failToRenew = async (hoursAgo = 0) => {
    await bank.setRenewals(customer, 'fail')
    await endMonth(process.env.E2E_DATABASE_URL!, schoolId, hoursAgo)
    await expect.poll(async () => (await plan())?.utc_grace_ends_on).toBeTruthy()
  }
  // Midnight may come between the two.
  const graceEnd = () => formatDate(new Date(Date.now() + paymentLimits.graceDays * dayMs))
  const endsBefore = graceEnd()
  await failToRenew()
  // The next try of this month is a day away. Those of the months below are due at once, and a card that is good again would pay them.
  await bank.setRenewals(customer, null)
  await page.goto(`${base}/planos`)
  await expect(page.getByText('A renovação não foi paga')).toBeVisible()
  await expect(
    page.getByText(
      new RegExp(
        `^Até (?:${endsBefore}|${graceEnd()}), \\d\\d:\\d\\d nada muda\\. Depois disso a escola volta ao On Demand, e os alunos além dos 15 grátis e o domínio próprio, se houver, são cobrados do saldo\\.`,
      ),
    ),
  ).toBeVisible()
  await expect(current(page)).toHaveText('Middle')
  await checkSchemes(page, 'a renewal that was not paid')
  await page.getByRole('link', { name: 'Trocar o cartão' }).click()
  await page.getByRole('button', { name: 'Adicionar cartão' }).click()
  await typeCard(page, '5555555555554444')
  await page.getByRole('button', { name: 'Salvar cartão' }).dblclick()
  await page.getByRole('button', { name: 'Usar no plano: Mastercard •••• 4444' }).dblclick()
  await page.getByRole('button', { name: 'Pagar R$ 199,00' }).dblclick()
  await expect(page.getByRole('listitem').filter({ hasText: 'Mastercard •••• 4444' })).toContainText('Paga o plano')
  await goTo(page, `${base}/planos`)
  await expect(page.getByText(/Renova por R\$ 199,00 por mês, no cartão Mastercard •••• 4444/)).toBeVisible()
  await expect(page.getByText('A renovação não foi paga')).toHaveCount(0)
  await expectPaid({ owner, schoolId }, ['middle', 'middle'])

  await failToRenew(24)
  const operator = await open(desk, await tokenOf('platform'))
  const listed = operator.locator(`a[href$="/escola/${schoolId}/planos"]`)
  // The platform's list is filled by a job of its own.
  await loadUntil(operator, `${accountOf('platform').url}escolas/renovacoes`, () => listed.isVisible())
  await listed.click()
  await operator.getByRole('button', { name: 'Marcar mês como pago' }).click()
  await operator.getByLabel('Motivo').fill('Pago por transferência')
  await operator.getByRole('button', { name: 'Marcar como pago' }).dblclick()
  await expect(operator.getByText(/Renova por R\$ 199,00 por mês/)).toBeVisible()
  await goTo(page, `${base}/bank`)
  await expect(page.getByText('Pago por transferência')).toHaveCount(1)

  await failToRenew(48)
  await endGrace(process.env.E2E_DATABASE_URL!, schoolId)
  await expect.poll(plan).toBeNull()
  await page.goto(`${base}/planos`)
  await expect(current(page)).toHaveText('On Demand')
  await expect(subscription(page)).toHaveCount(0)
  await goTo(page, `${base}/bank/pagamentos`)
  await expect(page.getByRole('row').filter({ hasText: 'Plano Middle' })).toHaveCount(4)
})
