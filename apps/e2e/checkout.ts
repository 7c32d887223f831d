import { paymentMessages } from '@escola/contract/payments.contract'
import { profiles } from '@escola/contract/profiles.contract'
import { schools } from '@escola/contract/schools.contract'
import { StripeControl } from '@escola/dev-services/stripe/control/client'
import type { Page } from '@playwright/test'
import { tokenFor } from './accounts.ts'
import { callsOf } from './api.ts'
import { makeOwner } from './school.ts'

export const desk = { viewport: { width: 1280, height: 800 } }
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const bank = new StripeControl(process.env.E2E_STRIPE_URL!, process.env.E2E_STRIPE_KEY!)

/** Makes a school whose data is complete, so that its home asks for nothing. */
export async function makeShop() {
  const { email, password, schoolId, base } = await makeOwner()
  const token = await tokenFor(email, password)
  const owner = callsOf(token)
  await owner(schools.update, { params: { schoolId }, body: { email, cellphone: '11912345678' } })
  await owner(profiles.update, { body: { schoolId, name: 'Dora Prado', cellphone: '11912345678' } })
  return { schoolId, base, token, owner }
}

const card = (page: Page) => page.frameLocator('iframe[title*="cartão"]').first()
export async function typeCard(page: Page, number: string) {
  await page.getByLabel('Nome no cartão').fill('DORA PRADO')
  await card(page).getByPlaceholder('Número do cartão').fill(number)
  await card(page).getByPlaceholder('MM / AA').fill('12 / 34')
  await card(page).getByPlaceholder('CVC').fill('123')
}
export const paid = (page: Page) => page.getByRole('heading', { level: 1, name: paymentMessages.paid })

/** Finds the newest payment of a sum at the stand-in. */
export async function intentOf(cents: number): Promise<string> {
  const response = await fetch(`${process.env.E2E_STRIPE_URL}/v1/payment_intents?limit=20`, {
    headers: { authorization: `Bearer ${process.env.E2E_STRIPE_KEY}`, 'stripe-version': '2026-10-28.endive' },
  })
  const { data } = (await response.json()) as { data: { id: string; amount: number; status: string }[] }
  return data.find(({ amount, status }) => amount === cents && status === 'requires_action')!.id
}
