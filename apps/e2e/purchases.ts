import { randomUUID } from 'node:crypto'
import { purchaseList } from '@escola/contract/purchase-list.contract'
import { expect, type Locator, type Page } from '@playwright/test'
import { callsOf } from './api.ts'
import { goTo } from './within.ts'

/** Name of the buyers whose sales are sent. */
export const buyersName = 'Marina Teste Souza'

/** Sends a sale as Hotmart does, with the fields that the server reads. */
export const deliver = async (
  hottok: string,
  {
    email,
    product,
    address,
    transaction = `HP${randomUUID().slice(0, 8)}`,
    event = 'PURCHASE_APPROVED',
  }: {
    email: string
    product: { id: number; name: string }
    address?: string
    transaction?: string
    event?: 'PURCHASE_APPROVED' | 'PURCHASE_REFUNDED'
  },
) => {
  const { status } = await fetch(address ?? new URL('/webhook', process.env.E2E_URL), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hotmart-hottok': hottok },
    body: JSON.stringify({
      id: randomUUID(),
      creation_date: 1754300000000,
      event,
      version: '2.0.0',
      data: {
        product,
        buyer: { email, name: buyersName, checkout_phone: '11900000001', document: '52998224725' },
        purchase: { transaction, status: event.replace('PURCHASE_', ''), recurrence_number: 1 },
      },
    }),
  })
  return status
}

interface Seller {
  base: string
  schoolId: string
  ownerToken: string
}

/** Lines of the purchases that a page shows. */
export const purchaseLines = (page: Page): Locator => page.getByRole('main').locator('section li > button')

/**
 * Waits until the worker has read so many notices of the only purchase that a search finds; a notice says whose it is only then. The API is asked, because
 * a page that is loaded again and again costs a hundred times as much.
 */
export async function waitForPurchase({ schoolId, ownerToken }: Seller, search: string, notices = 1): Promise<void> {
  const owner = callsOf(ownerToken)
  const isRead = async () => {
    const { list } = await owner(purchaseList.list, { params: { schoolId }, query: { search } })
    if (list.length !== 1) return false
    const { sales } = await owner(purchaseList.get, { params: { schoolId, id: list[0]!.id } })
    return sales.filter(({ state }) => state !== 'waiting').length >= notices
  }
  await expect.poll(isRead).toBe(true)
}

/** Opens the sheet of the only purchase that a search finds. */
export async function openPurchase(page: Page, school: Seller, search: string): Promise<Locator> {
  await waitForPurchase(school, search)
  const path = `${school.base}/vendas?search=${encodeURIComponent(search)}`
  await (page.url() === 'about:blank' ? page.goto(path) : goTo(page, path))
  await purchaseLines(page).click()
  return page.getByRole('dialog', { name: 'Compra' })
}
