import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    /** Texts of all notices that the page has shown. */
    notices?: string[]
  }
}

/** Runs in the page: keeps what its notices say, because each goes by itself a few seconds later. */
export function keepNotices() {
  const texts: string[] = []
  window.notices = texts
  const shown = document.getElementsByClassName('mantine-Notification-root')
  const seen = new WeakSet<Element>()
  new MutationObserver(() => {
    for (const notice of shown) {
      if (seen.has(notice)) continue
      seen.add(notice)
      texts.push(notice.textContent)
    }
  }).observe(document, { childList: true, subtree: true })
}

/** Waits until the page has shown a notice, which may be gone again on a busy machine. */
export async function expectNotice(page: Page, text: string | RegExp): Promise<void> {
  const wanted = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text)
  await expect.poll(() => page.evaluate(() => window.notices ?? [])).toContainEqual(wanted)
}
