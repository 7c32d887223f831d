import { randomUUID } from 'node:crypto'
import { dayMs } from '@escola/contract/durations'
import { ledger } from '@escola/contract/ledger.contract'
import { paymentErrors } from '@escola/contract/payment-errors'
import { paymentLimits, paymentMessages, payments, returnTexts } from '@escola/contract/payments.contract'
import { formatDate } from '@escola/contract/time'
import { endGrace } from '@escola/dev-services/end-grace'
import { expect, type Page } from '@playwright/test'
import { checkSchemes } from './axe.ts'
import { bank, cards, checkScreens, customerOf, desk, intentOf, makeShop, paid, phone, typeCard } from './checkout.ts'
import { test } from './visitor.ts'

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
  await checkSchemes(page, 'plans')
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
  await checkScreens(page, base, ['/minha-conta', '/trocar-plano/onDemand', '/trocar-plano/super', '/planos'])

  await choose(page, 'Super')
  await expect(page.getByText('Crédito do mês atual, já descontado')).toBeVisible()
  await page.getByRole('button', { name: paymentMessages.useCard }).dblclick()
  await expect(page.getByText('A escola está no plano Super.')).toBeVisible()

  await page.goto(`${base}/trocar-plano/middle`)
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

  await page.goto(`${base}/planos`)
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
  await page.goto(`${base}/planos`)
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
  await page.goto(`${base}/planos`)
  await page.getByRole('link', { name: /^Pagar com cartão a partir de/ }).click()
  await page.getByRole('button', { name: 'Adicionar cartão' }).click()
  await typeCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Salvar cartão' }).dblclick()
  await page.getByRole('button', { name: 'Usar no plano: Visa •••• 4242' }).dblclick()
  await expect(page.getByText('Paga o plano')).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
  await expectPaid({ owner, schoolId }, ['middle'])
  await page.goto(`${base}/planos`)
  await expect(page.getByText(/Renova por R\$ 199,00 por mês, no cartão Visa •••• 4242/)).toBeVisible()
  await page.getByRole('button', { name: /^Pagar por Pix a partir de/ }).dblclick()
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

test('a school has its bank pay a plan each month, and ends that', async ({ open }) => {
  const { base, token, schoolId, owner } = await makeShop()
  const page = await open(phone, token)
  await page.goto(`${base}/trocar-plano/middle`)
  await page.getByText('Pix Automático', { exact: true }).click()
  await expect(page.getByText(/você autoriza o seu banco a pagar R\$ 199,00 por mês/)).toBeVisible()
  await checkSchemes(page, 'Pix Automático', ['dark', 'light'])
  await page.getByRole('button', { name: 'Gerar código Pix' }).dblclick()
  await expect(page.getByAltText('QR code do Pix')).toBeVisible()
  await bank.payPix(await intentOf(19_900))
  await expect(paid(page)).toBeVisible()
  await page.goto(`${base}/planos`)
  await expect(page.getByText(/por Pix Automático: o seu banco paga sem código/)).toBeVisible()
  await checkSchemes(page, 'plans of a school whose bank pays', ['dark', 'light'])
  await page.getByRole('button', { name: 'Encerrar o Pix Automático' }).dblclick()
  await page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).dblclick()
  await expect(subscription(page)).toContainText('por Pix: o código chega 5 dias antes')
  await expectPaid({ owner, schoolId }, ['middle'])
})

test('a renewal that fails is paid by another card, and one that is not paid ends the plan after its grace', async ({
  open,
}) => {
  const { base, token, schoolId, owner } = await makeShop()
  const { id: paymentMethod } = await bank.createCard('4242424242424242', 'DORA PRADO')
  const body = { paymentId: randomUUID(), item: 'middle', paymentMethod } as const
  await owner(payments.pay, { params: { schoolId }, body })
  const customer = await customerOf(schoolId)
  const page = await open(desk, token)
  const failToRenew = async () => {
    await bank.setRenewals(customer, 'fail')
    await bank.renew(customer)
    await bank.setRenewals(customer, null)
    await expect(async () => {
      await page.goto(`${base}/planos`)
      await expect(page.getByText('A renovação não foi paga')).toBeVisible({ timeout: 3000 })
    }).toPass()
  }
  await failToRenew()
  const graceEndsOn = formatDate(new Date(Date.now() + paymentLimits.graceDays * dayMs))
  await expect(
    page.getByText(
      new RegExp(
        `^Até ${graceEndsOn}, \\d\\d:\\d\\d nada muda\\. Depois disso a escola volta ao On Demand, e os alunos além dos 15 grátis e o domínio próprio, se houver, são cobrados do saldo\\.`,
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
  await page.goto(`${base}/planos`)
  await expect(page.getByText(/Renova por R\$ 199,00 por mês, no cartão Mastercard •••• 4444/)).toBeVisible()
  await expect(page.getByText('A renovação não foi paga')).toHaveCount(0)
  await expectPaid({ owner, schoolId }, ['middle', 'middle'])

  await failToRenew()
  await endGrace(process.env.E2E_DATABASE_URL!, schoolId)
  await expect(async () => {
    await page.goto(`${base}/planos`)
    await expect(current(page)).toHaveText('On Demand', { timeout: 1000 })
  }).toPass()
  await expect(subscription(page)).toHaveCount(0)
  await page.goto(`${base}/bank/pagamentos`)
  await expect(page.getByRole('row').filter({ hasText: 'Plano Middle' })).toHaveCount(2)
})
