import type { Page } from '@playwright/test'

/** Waits until a page has drawn itself for a new width: it hears of it with its next frame, and renders again with the one after it. */
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
