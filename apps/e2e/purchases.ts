import { purchaseList } from '@escola/contract/purchase-list.contract'
import { expect, type Locator, type Page } from '@playwright/test'
import { callsOf } from './api.ts'
import { goTo } from './within.ts'

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
