import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { settled } from './visitor.ts'

export type Scheme = 'light' | 'dark'

/** Changes the scheme of an open page, as a device does in the evening; for a person, who has chosen one, as another tab does. */
export async function turn(page: Page, scheme: Scheme) {
  await page.emulateMedia({ colorScheme: scheme })
  await page.evaluate((newValue) => {
    if (!localStorage.getItem('escola.token')) return
    const key = 'escola.scheme'
    localStorage.setItem(key, newValue)
    dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
  }, scheme)
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
}

export async function checkAxe(page: Page, where: string) {
  await settled(page)
  // Legacy means that frames of other origins are left out, as ours are; otherwise each run opens a page more.
  const { violations } = await new AxeBuilder({ page })
    .exclude('iframe')
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze()
  expect
    .soft(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target}`),
      where,
    )
    .toEqual([])
}
