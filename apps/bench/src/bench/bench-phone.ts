import { minuteMs } from '@escola/contract/durations'
import { type Browser, chromium, type Page } from 'playwright-core'
import { type Demo, lesson, medianOf, startDemo, tokenKey } from './demo-browser.ts'
import type { Figure } from './figure.ts'

const runs = 5
const line = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const slowdown = 4
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

interface Visit {
  usable: number
  requests: number
  doubled: number
  shift: number
}

/** A student opens a lesson for the first time, on a cheap phone with a poor line. */
export async function benchPhone(): Promise<Figure[]> {
  const demo = await startDemo()
  const browser = await chromium.launch(demo.browser)
  try {
    const visits: Visit[] = []
    for (let run = 0; run < runs; run++) visits.push(await visit(browser, demo))
    const of = (name: keyof Visit) => medianOf(visits.map((each) => each[name]))
    const figure = (name: string, value: string, target: string, ok: boolean): Figure => ({
      name,
      value,
      floor: '',
      target,
      ok,
    })
    const [usable, requests, doubled, shift] = [of('usable'), of('requests'), of('doubled'), of('shift')]
    return [
      figure('cold phone: the lesson is usable', `${(usable / 1000).toFixed(2)} s`, 'at most 2.8 s', usable <= 2800),
      figure('cold phone: requests, with what comes later', `${requests}`, 'at most 25', requests <= 25),
      figure('cold phone: requests made twice', `${doubled}`, 'none', doubled === 0),
      figure('cold phone: layout shift', shift.toFixed(3), 'at most 0.01', shift <= 0.01),
    ]
  } finally {
    await browser.close()
    await demo.stop()
  }
}

async function visit(browser: Browser, { url, origin, token }: Demo): Promise<Visit> {
  const localStorage = [{ name: tokenKey, value: token }]
  const context = await browser.newContext({
    ...phone,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  // Players are pages of other companies, whose network a bench does not measure.
  await cdp.send('Network.setBlockedURLs', { urls: ['*youtube*', '*vimeo*', '*loom*', '*genially*'] })
  await cdp.send('Network.emulateNetworkConditions', line)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(origin)) sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`)
  })
  await page.addInitScript({ content: watch })
  await page.goto(url + lesson, { waitUntil: 'commit' })
  await page.waitForFunction(() => (globalThis as Watched).escolaUsable, null, { timeout: minuteMs })
  await untilQuiet(page, sent)
  const usable = (await page.evaluate(() => (globalThis as Watched).escolaUsable))!
  const shift = (await page.evaluate(() => (globalThis as Watched).escolaShift))!
  await context.close()
  return { usable, requests: sent.length, doubled: sent.length - new Set(sent).size, shift }
}

interface Watched {
  escolaUsable?: number
  escolaShift?: number
}

/** Runs in the page: it records when the lesson and its completion button have been painted, and how far things moved without a touch. */
const watch = `
  globalThis.escolaShift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.escolaShift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    const isThere = document.querySelector('main h1') && document.querySelector('main button')
    if (!isThere || document.querySelector('[aria-busy=true]')) return requestAnimationFrame(look)
    requestAnimationFrame(() => setTimeout(() => { globalThis.escolaUsable = performance.now() }))
  }
  requestAnimationFrame(look)
`

async function untilQuiet(page: Page, sent: string[]) {
  let before = -1
  while (before !== sent.length) {
    before = sent.length
    await page.waitForTimeout(1500)
  }
}
