import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { settled } from './visitor.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Every loaded page is sent the script and compiles it, so it is the short one. */
const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Scheme = 'light' | 'dark'

/** Changes the scheme of an open page, as a device does in the evening; for a user who has chosen one, as another tab does. */
async function turn(page: Page, scheme: Scheme) {
  await page.emulateMedia({ colorScheme: scheme })
  await page.evaluate((newValue) => {
    if (!localStorage.getItem('escola.token')) return
    const key = 'escola.scheme'
    localStorage.setItem(key, newValue)
    dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
  }, scheme)
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
}

/** @param rules ids of the rules to check; all when left out */
export async function checkAxe(page: Page, where: string, rules?: string[]) {
  await settled(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script)
  const violations = await page.evaluate(async (rules) => {
    // Frames hold other sites' pages.
    const options = { resultTypes: ['violations' as const], ...(rules && { runOnly: rules }) }
    const { violations } = await window.axe.run({ exclude: ['iframe'] }, options)
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target}`)
  }, rules)
  expect.soft(violations, where).toEqual([])
}

/** Checks a page's width, and all rules in the first scheme; then in the others what a scheme can change: its colours. */
export async function checkSchemes(page: Page, where: string, schemes: readonly Scheme[] = ['light', 'dark']) {
  for (const [index, scheme] of schemes.entries()) {
    await turn(page, scheme)
    await checkAxe(page, `${where}, ${scheme}`, index ? ['color-contrast'] : undefined)
  }
  await checkWidth(page, where)
}

export async function checkWidth(page: Page, where: string) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect.soft(excess, `${where} is wider than the window`).toBeLessThanOrEqual(0)
}
