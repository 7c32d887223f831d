import { chromium } from 'playwright-core'
import { expect, it } from 'vitest'
import { findChromium } from './chromium.ts'

it('finds a Chromium that opens a page, draws text and runs its scripts', async () => {
  const browser = await chromium.launch(await findChromium())
  try {
    const page = await browser.newPage()
    await page.setContent('<p style="display:inline">Matrícula</p><script>document.title = "Olá"</script>')
    expect(await page.title()).toBe('Olá')
    // Without fonts every letter would be nothing wide.
    expect((await page.locator('p').boundingBox())?.width).toBeGreaterThan(20)
  } finally {
    await browser.close()
  }
})

it('says so when CHROMIUM_PATH names nothing', async () => {
  const before = process.env.CHROMIUM_PATH
  process.env.CHROMIUM_PATH = '/nowhere/chromium'
  try {
    await expect(findChromium()).rejects.toThrow('CHROMIUM_PATH names /nowhere/chromium, which does not exist.')
  } finally {
    if (before === undefined) delete process.env.CHROMIUM_PATH
    else process.env.CHROMIUM_PATH = before
  }
})
