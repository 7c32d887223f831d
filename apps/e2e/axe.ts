import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { settled } from './visitor.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

export type Scheme = 'light' | 'dark'

/** Changes the scheme of an open page, as a device does in the evening; for a user who has chosen one, as another tab does. */
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
  // The script is half a megabyte, so each loaded page gets it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    // Frames hold other sites' pages.
    const { violations } = await window.axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target}`)
  })
  expect.soft(violations, where).toEqual([])
}
