import { ledger } from '@escola/contract/ledger.contract'
import { messages } from '@escola/contract/messages'
import { paymentErrors } from '@escola/contract/payment-errors'
import { paymentMessages, payments } from '@escola/contract/payments.contract'
import { expect, type Page } from '@playwright/test'
import { tokenOf } from './accounts.ts'
import { callsOf } from './api.ts'
import { checkSchemes } from './axe.ts'
import { bank, cards, desk, intentOf, makeShop, paid, phone, typeCard } from './checkout.ts'
import { test } from './visitor.ts'
import { goTo } from './within.ts'

const balance = (page: Page, sum: string) => expect(page.getByRole('link', { name: `Saldo: ${sum}` })).toBeVisible()

test('a school buys each pack, once however often it is clicked, with a new card, a kept one and Pix', async ({
  open,
}) => {
  const { base, token, schoolId, owner } = await makeShop()
  const page = await open(desk, token)
  await page.goto(`${base}/bank`)
  await page.getByRole('link', { name: /Básico/ }).click()
  await expect(page.getByText(paymentMessages.noRealMoney)).toBeVisible()
  await page.getByRole('button', { name: 'Pagar R$ 29,90' }).click()
  await expect(page.getByText(paymentMessages.cardName)).toBeVisible()
  await typeCard(page, '4242424242424241')
  await page.getByRole('button', { name: 'Pagar R$ 29,90' }).click()
  await expect(page.getByText(paymentErrors.card_number_incorrect.pt)).toBeVisible()
  await typeCard(page, '4000000000009995')
  await checkSchemes(page, 'a new card')
  await page.getByRole('button', { name: 'Pagar R$ 29,90' }).click()
  await expect(page.getByText(paymentErrors.card_without_funds.pt)).toBeVisible()
  await typeCard(page, '4000000000000002')
  await page.getByRole('button', { name: 'Pagar R$ 29,90' }).click()
  await expect(page.getByText(paymentErrors.card_declined.pt)).toBeVisible()
  await page.goBack()
  await balance(page, 'R$ 0,00')
  await page.goForward()
  await typeCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pagar R$ 29,90' }).dblclick()
  await expect(paid(page)).toBeVisible()
  await balance(page, 'R$ 30,00')
  await checkSchemes(page, 'the end of a payment')
  await page.reload()
  await expect(paid(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('table', { name: 'Extrato' })).toContainText('Compra do pacote Básico')
  await balance(page, 'R$ 30,00')

  await page.getByRole('link', { name: /Turbo/ }).click()
  await expect(page.getByRole('radio', { name: 'Visa •••• 4242' })).toBeChecked()
  await checkSchemes(page, 'a kept card')
  await page.getByRole('button', { name: paymentMessages.useCard }).dblclick()
  await expect(paid(page)).toBeVisible()
  await balance(page, 'R$ 180,00')

  const small = await open(phone, token)
  await small.goto(`${base}/add-saldo/max`)
  await small.getByText('Pix', { exact: true }).click()
  await small.getByRole('button', { name: 'Gerar código Pix' }).dblclick()
  await expect(small.getByAltText('QR code do Pix')).toBeVisible()
  await checkSchemes(small, 'a code of Pix', ['dark', 'light'])
  const code = await small.getByLabel('Código Pix').inputValue()
  await small.reload()
  await expect(small.getByLabel('Código Pix')).toHaveValue(code)
  await bank.payPix(await intentOf(50_000 - 100, schoolId))
  await expect(paid(small)).toBeVisible()
  await expect(small.getByText('A escola tem agora R$ 680,00 de saldo e 680 pontos.')).toBeVisible()
  await goTo(small, `${base}/pontos`)
  await small.getByRole('button', { name: 'Trocar 100 pontos por R$ 1,00' }).dblclick()
  await small.getByRole('dialog').getByRole('button', { name: 'Trocar' }).dblclick()
  await expect(small.getByText('A escola ganhou R$ 1,00 de saldo. Tem agora R$ 681,00 e 580 pontos.')).toBeVisible()
  await checkSchemes(small, 'a swap of points', ['dark', 'light'])
  await small.goBack()
  await small.goForward()
  await balance(small, 'R$ 681,00')
  const { movements } = await owner(ledger.statement, { params: { schoolId }, query: {} })
  expect(movements.list.map(({ kind, cents }) => [kind, cents])).toEqual([
    ['swap', 100],
    ['pack', 50_000],
    ['pack', 15_000],
    ['pack', 3000],
  ])
  const { payments: made } = await owner(payments.list, { params: { schoolId }, query: {} })
  const kept = made.list.filter(({ status }) => status !== 'failed')
  expect(kept.map(({ item, cents, status }) => [item, cents, status])).toEqual([
    ['max', 49_900, 'succeeded'],
    ['turbo', 14_900, 'succeeded'],
    ['basic', 2990, 'succeeded'],
  ])
  await goTo(small, `${base}/bank/pagamentos`)
  await expect(small.getByText('Pacote Máximo')).toBeVisible()

  await page.getByRole('button', { name: /^Sua conta/ }).click()
  await page.getByRole('link', { name: 'Minha conta' }).click()
  await page.getByRole('button', { name: 'Adicionar cartão' }).click()
  await typeCard(page, '5555555555554444')
  await page.getByRole('button', { name: 'Salvar cartão' }).dblclick()
  await expect(page.getByText('Mastercard •••• 4444')).toBeVisible()
  await expect(cards(page)).toHaveCount(2)
  await checkSchemes(page, 'cards')
  await page.getByRole('button', { name: 'Remover Visa •••• 4242' }).dblclick()
  await page.getByRole('dialog', { name: messages.areYouSure }).getByRole('button', { name: 'Remover' }).dblclick()
  await expect(page.getByText(paymentMessages.cardRemoved)).toBeVisible()
  await expect(cards(page)).toHaveText(/Mastercard •••• 4444/)
})

test('a bank has its customer confirm: refused first, then allowed after a reload', async ({ open }) => {
  const { base, token } = await makeShop()
  const page = await open(phone, token)
  const bankPage = page.frameLocator('iframe[title="Autenticação do seu banco"]')
  await page.goto(`${base}/bank`)
  await page.getByRole('link', { name: /Turbo/ }).click()
  await typeCard(page, '4000002760003184')
  await page.getByRole('button', { name: 'Pagar R$ 149,00' }).click()
  await bankPage.getByRole('button', { name: 'Recusar' }).click()
  await expect(page.getByText(/O seu banco não confirmou a compra/)).toBeVisible()
  await balance(page, 'R$ 0,00')
  await typeCard(page, '4000002760003184')
  await page.getByRole('button', { name: 'Pagar R$ 149,00' }).click()
  await expect(bankPage.getByRole('button', { name: 'Autorizar' })).toBeVisible()
  await page.goBack()
  await balance(page, 'R$ 0,00')
  await page.goForward()
  await expect(bankPage.getByRole('button', { name: 'Autorizar' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Confirmar no banco' })).toBeVisible()
  await checkSchemes(page, 'a payment that the bank asks about', ['dark', 'light'])
  await page.getByRole('button', { name: 'Confirmar no banco' }).dblclick()
  await bankPage.getByRole('button', { name: 'Autorizar' }).click()
  await expect(paid(page)).toBeVisible()
  await balance(page, 'R$ 150,00')
})

test('a school that owes meets the packs instead of its home', async ({ open }) => {
  const { base, token, schoolId } = await makeShop()
  await callsOf(await tokenOf('platform'))(ledger.adjust, {
    params: { schoolId },
    body: { cents: -1250, reason: 'Alunos de outubro' },
  })
  const page = await open(desk, token)
  await page.goto(`${base}/`)
  await expect(page).toHaveURL(`${process.env.E2E_URL}${base}/low-balance`)
  await expect(page.getByText('-R$ 12,50').last()).toBeVisible()
  await checkSchemes(page, 'a balance below zero')
  await page.getByRole('link', { name: 'Ver os planos' }).click()
  await expect(page.getByRole('list', { name: 'Planos' })).toBeVisible()
})
