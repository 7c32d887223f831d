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

interface Choice {
  /** Ids of the rules to check; all when left out. */
  rules?: string[]
  /** Ids of rules to leave out. */
  without?: string[]
  /** Selector of the part to check; the page when left out. */
  within?: string
}

export async function checkAxe(page: Page, where: string, { rules, without = [], within = 'html' }: Choice = {}) {
  await settled(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script)
  const options = {
    resultTypes: ['violations' as const],
    // Loading the style sheets again takes a quarter of the time, and none of our rules needs them.
    preload: { assets: ['media'] },
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    ...(rules && { runOnly: rules }),
  }
  const violations = await page.evaluate(
    async ({ options, within }) => {
      // Frames hold other sites' pages.
      const { violations } = await window.axe.run({ include: within, exclude: ['iframe'] }, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target}: ${nodes[0]?.failureSummary}`)
    },
    { options, within },
  )
  expect.soft(violations, where).toEqual([])
}

/** Rules that the scheme decides. */
export const contrast = ['color-contrast']

/**
 * Checks a page's width, and all rules in the first scheme; then in the others what a scheme can change: its colours.
 * @param over selector of what lies over a page, whose own colours are checked elsewhere and are half of the work
 */
export async function checkSchemes(
  page: Page,
  where: string,
  schemes: readonly Scheme[] = ['light', 'dark'],
  over?: string,
) {
  for (const [index, scheme] of schemes.entries()) {
    await turn(page, scheme)
    const at = `${where}, ${scheme}`
    if (index === 0) await checkAxe(page, at, over ? { without: contrast } : {})
    if (index > 0 || over) await checkAxe(page, at, { rules: contrast, ...(over && { within: over }) })
  }
  await checkWidth(page, where)
}

export async function checkWidth(page: Page, where: string) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect.soft(excess, `${where} is wider than the window`).toBeLessThanOrEqual(0)
}
