import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { settled } from './visitor.ts'

export type Scheme = 'light' | 'dark'

const schemeKey = 'escola.scheme'

/** Changes the scheme of an open page: for a visitor as a device does in the evening, for a person as their choice in another tab does. */
export async function turn(page: Page, scheme: Scheme) {
  await page.emulateMedia({ colorScheme: scheme })
  const chosen = await page.evaluate((key) => localStorage.getItem(key), schemeKey)
  if (chosen !== null) {
    await page.evaluate(
      ([key, newValue]) => {
        localStorage.setItem(key, newValue)
        dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
      },
      [schemeKey, scheme] as const,
    )
  }
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
