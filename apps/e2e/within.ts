import type { Page } from '@playwright/test'
import { goWithin } from './visitor.ts'

/**
 * Goes to a page by its path within the program that is loaded already, which takes a tenth of a load. The program may show for some seconds what it keeps
 * of an earlier visit, so a page that something else has changed since is loaded instead.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  // The first paint shows words before the program is there, and its first page is not a page to leave until it has been reached.
  await page.waitForFunction(() => {
    const state = window.__TSR_ROUTER__?.state
    return state?.status === 'idle' && state.resolvedLocation !== undefined
  })
  await goWithin(page, new URL(path, page.url()).href)
}
