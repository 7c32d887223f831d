import { paymentMessages } from '@escola/contract/payments.contract'
import { StripeControl } from '@escola/dev-services/stripe/control/client'
import type { Page } from '@playwright/test'
import { tokenFor } from './accounts.ts'
import { callsOf } from './api.ts'
import { makeOwner, saveContacts } from './school.ts'

export const desk = { viewport: { width: 1280, height: 800 } }
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const bank = new StripeControl(process.env.E2E_STRIPE_URL!, process.env.E2E_STRIPE_KEY!)

/** Makes a school whose data is complete, so that its home asks for nothing. */
export async function makeShop() {
  const owner = await makeOwner()
  const token = await tokenFor(owner.email, owner.password)
  await saveContacts(owner, token)
  return { schoolId: owner.schoolId, base: owner.base, token, owner: callsOf(token) }
}

const card = (page: Page) => page.frameLocator('iframe[title*="cartão"]').first()
export async function typeCard(page: Page, number: string) {
  await page.getByLabel('Nome no cartão').fill('DORA PRADO')
  await card(page).getByPlaceholder('Número do cartão').fill(number)
  await card(page).getByPlaceholder('MM / AA').fill('12 / 34')
  await card(page).getByPlaceholder('CVC').fill('123')
}
export const cards = (page: Page) => page.getByRole('list', { name: 'Cartões da escola' }).getByRole('listitem')
export const paid = (page: Page) => page.getByRole('heading', { level: 1, name: paymentMessages.paid })

async function listNewest<Row>(
  what: 'customers' | 'payment_intents',
  key = process.env.E2E_STRIPE_KEY,
): Promise<Row[]> {
  const response = await fetch(`${process.env.E2E_STRIPE_URL}/v1/${what}?limit=20`, {
    headers: { authorization: `Bearer ${key}`, 'stripe-version': '2026-10-28.endive' },
  })
  return ((await response.json()) as { data: Row[] }).data
}

interface Intent {
  id: string
  amount: number
  status: string
  metadata: { school?: string }
}

/** Lists the payments at the stand-in's account of a key, the newest first. */
export const listIntents = (key?: string) => listNewest<Intent>('payment_intents', key)

/** Finds the newest payment of a sum at the stand-in, of a school where its code names one: another journey may wait for the same sum. */
export async function intentOf(cents: number, schoolId?: string): Promise<string> {
  const waiting = (await listIntents()).filter(({ status }) => status === 'requires_action')
  return waiting.find(({ amount, metadata }) => amount === cents && (!schoolId || metadata.school === schoolId))!.id
}

/** Finds a school that has just paid at the stand-in. */
export async function customerOf(schoolId: string): Promise<string> {
  const customers = await listNewest<{ id: string; metadata: { school?: string } }>('customers')
  return customers.find(({ metadata }) => metadata.school === schoolId)!.id
}
