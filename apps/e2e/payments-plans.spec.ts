import { paymentErrors } from '@escola/contract/payment-errors'
import { paymentMessages } from '@escola/contract/payments.contract'
import { expect, type Page } from '@playwright/test'
import { checkSchemes } from './axe.ts'
import { bank, desk, intentOf, makeShop, paid, phone, typeCard } from './checkout.ts'
import { test } from './visitor.ts'

const choose = (page: Page, plan: string) => page.getByRole('link', { name: `Escolher o plano ${plan}` }).click()
const current = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Seu plano' }).getByRole('heading')

test('a school takes a plan by card, a larger one, a smaller one again, and ends it', async ({ open }) => {
  const { base, token } = await makeShop()
  const page = await open(desk, token)
  await page.goto(`${base}/planos`)
  await expect(current(page)).toHaveText('On Demand')
  await checkSchemes(page, 'plans')
  await choose(page, 'Middle')
  await expect(page.getByRole('region', { name: 'Plano Middle' })).toContainText('R$ 199,00')
  await typeCard(page, '4000000000000002')
  await page.getByRole('button', { name: 'Pagar R$ 199,00' }).click()
  await expect(page.getByText(paymentErrors.card_declined.pt)).toBeVisible()
  await typeCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pagar R$ 199,00' }).dblclick()
  await expect(paid(page)).toBeVisible()
  await expect(page.getByText('A escola está no plano Middle.')).toBeVisible()
  await page.reload()
  await expect(paid(page)).toBeVisible()
  await page.getByRole('link', { name: 'Ver os planos' }).click()
  await expect(current(page)).toHaveText('Middle')
  await expect(page.getByText(/Renova por R\$ 199,00 por mês, no cartão Visa •••• 4242/)).toBeVisible()
  await checkSchemes(page, 'plans of a school that has one')

  await choose(page, 'Super')
  await expect(page.getByText('Crédito do mês atual, já descontado')).toBeVisible()
  await checkSchemes(page, 'a larger plan')
  await page.getByRole('button', { name: paymentMessages.useCard }).dblclick()
  await expect(page.getByText('A escola está no plano Super.')).toBeVisible()

  await page.goto(`${base}/trocar-plano/middle`)
  await page.getByRole('button', { name: 'Passar para o plano Middle' }).click()
  await expect(page.getByRole('heading', { name: paymentMessages.planChanged })).toBeVisible()
  await page.getByRole('button', { name: 'Manter meu plano' }).click()
  await expect(page.getByRole('button', { name: 'Passar para o plano Middle' })).toBeVisible()

  await page.goto(`${base}/planos`)
  await expect(current(page)).toHaveText('Super')
  await page.getByRole('link', { name: 'Cancelar a assinatura' }).click()
  await checkSchemes(page, 'the confirmation of an end')
  await page.getByRole('button', { name: 'Cancelar a assinatura' }).click()
  await expect(page.getByRole('heading', { name: paymentMessages.canceled })).toBeVisible()
  await checkSchemes(page, 'a plan that ends')
  await page.goBack()
  await expect(page.getByText(/Depois a escola passa para o plano On Demand/)).toBeVisible()
  await page.getByRole('button', { name: 'Manter meu plano' }).click()
  await expect(page.getByText(/Renova por R\$ 599,00/)).toBeVisible()

  await page.getByRole('link', { name: 'Trocar o cartão' }).click()
  await expect(page.getByText('Paga o plano')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remover Visa •••• 4242' })).toHaveCount(0)
})

test('a school pays a month of a plan by Pix on a phone', async ({ open }) => {
  const { base, token } = await makeShop()
  const page = await open(phone, token)
  await page.goto(`${base}/trocar-plano/super`)
  await page.getByText('Pix', { exact: true }).click()
  await page.getByRole('button', { name: 'Gerar código Pix' }).click()
  await expect(page.getByAltText('QR code do Pix')).toBeVisible()
  await bank.payPix(await intentOf(59_900))
  await expect(paid(page)).toBeVisible()
  await page.goto(`${base}/planos`)
  await expect(page.getByText(/por Pix: o código chega 5 dias antes/)).toBeVisible()
  await checkSchemes(page, 'plans of a school that pays by Pix', ['dark', 'light'])
})
