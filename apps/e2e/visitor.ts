import { minuteMs } from '@escola/contract/durations'
import {
  type Browser,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Request,
} from '@playwright/test'
import { keepNotices } from './notices.ts'

const tokenKey = 'escola.token'

/** Runs in the page: the signed-in user has chosen dark. */
function preferDark() {
  const { fetch } = window
  window.fetch = async (...request) => {
    const response = await fetch(...request)
    if (!response.ok || !String(request[0]).startsWith('/api/context')) return response
    const context = await response.json()
    if (context.user) context.user.dark_mode = true
    return Response.json(context)
  }
}

const refusal = 'Content Security Policy'

/** Runs in the page: writes to the console what the policy refused, because the refused code keeps silent about it. */
function reportRefusals() {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    console.error(`Content Security Policy: ${violatedDirective} refuses ${blockedURI} of ${sourceFile}`),
  )
}

/**
 * Opens a page of a new visitor, whose browser keeps the session that the token names, as after a sign-in.
 * @param url address of the platform, where it is not the stack's own
 */
export async function open(
  browser: Browser,
  options: BrowserContextOptions,
  token?: string,
  url: string = process.env.E2E_URL!,
): Promise<Page> {
  const { origin } = new URL(url)
  const localStorage = token ? [{ name: tokenKey, value: token }] : []
  const context = await browser.newContext({
    ...options,
    ...(token ? { storageState: { cookies: [], origins: [{ origin, localStorage }] } } : {}),
  })
  // A user's own choice overrides the browser's, and other tests share this user.
  if (options.colorScheme === 'dark') await context.addInitScript(preferDark)
  await context.addInitScript(reportRefusals)
  await context.addInitScript(keepNotices)
  context.on('page', follow)
  return context.newPage()
}

type Open = (options: BrowserContextOptions, token?: string, url?: string) => Promise<Page>

/** Test function whose visitors leave when the test ends. */
export const test = base.extend<{ open: Open }>({
  open: async ({ browser }, use) => {
    const pages: Page[] = []
    await use(async (options, token, url) => {
      const page = await open(browser, options, token, url)
      pages.push(page)
      return page
    })
    for (const page of pages) {
      expect.soft(traffic.get(page)!.refused).toEqual([])
      await page.context().close()
    }
  },
})

/** Reads the session that a page's browser keeps. */
export const tokenIn = (page: Page) => page.evaluate((key) => localStorage.getItem(key) ?? undefined, tokenKey)

interface Traffic {
  /** Addresses of all requests so far. */
  begun: string[]
  underWay: Set<Request>
  /** The page has left for another page and is not there yet. */
  isLeaving: boolean
  /** Addresses that the content security policy refused. */
  refused: string[]
}
const traffic = new WeakMap<Page, Traffic>()

function follow(page: Page) {
  const seen: Traffic = { begun: [], underWay: new Set(), isLeaving: false, refused: [] }
  traffic.set(page, seen)
  page.on('request', (request) => {
    seen.isLeaving ||= request.isNavigationRequest() && request.frame() === page.mainFrame()
    seen.begun.push(request.url())
    seen.underWay.add(request)
  })
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || !seen.isLeaving) return
    seen.isLeaving = false
    // Requests of the earlier page may never be answered.
    seen.underWay.clear()
  })
  page.on('requestfinished', (request) => seen.underWay.delete(request))
  page.on('requestfailed', (request) => seen.underWay.delete(request))
  page.on('console', (message) => {
    if (message.text().includes(refusal)) seen.refused.push(`${page.url()}: ${message.text()}`)
  })
}

/**
 * Runs in the page. A page that draws nothing is told of no idle time once fingers or another size have been emulated, so frames are asked for meanwhile;
 * those of an animation leave none on a busy machine, so the wait has an end.
 */
function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    let isIdle = false
    const draw = () => {
      if (!isIdle) requestAnimationFrame(draw)
    }
    draw()
    const end = () => {
      isIdle = true
      resolve()
    }
    requestIdleCallback(end, { timeout: 2000 })
  })
}

/** Waits until no request is under way and the page is idle, so that late requests have come too. */
export async function quiet(page: Page) {
  const seen = traffic.get(page)!
  await expect(async () => {
    const countBefore = seen.begun.length
    // Two passes are needed, because the work that an idle page begins first may request something.
    for (let pass = 0; pass < 2; pass++) await page.evaluate(waitUntilIdle)
    expect([...seen.underWay].map((request) => request.url())).toEqual([])
    expect(seen.begun.slice(countBefore)).toEqual([])
  }).toPass({ intervals: [20, 50, 100], timeout: minuteMs })
}

/** Waits until the page is quiet and nothing moves. */
export async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  // A page hears of a new width with its next frame, which a busy machine draws late, and renders again with the one after it.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await quiet(page)
  // A page that waited for data comes up to 300 ms after them, and its skeleton has no heading.
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  // Elements that fade in have too little contrast half way.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((each) => each.finished.catch(() => {})),
    ),
  )
}

interface Router {
  history: { push(href: string, state: object, options: { ignoreBlocker: boolean }): void }
  state: { status: string; location: object; resolvedLocation?: object }
}
declare global {
  interface Window {
    /** The router of the page's program, which names itself there. */
    __TSR_ROUTER__?: Router
    /** Place that `goWithin` left. */
    left?: object | undefined
  }
}

/** Goes to a page as its program does when a link is clicked, without loading the program again. */
export async function goWithin(page: Page, address: string) {
  const { pathname, search } = new URL(address)
  await page.evaluate((href) => {
    const { history, state } = window.__TSR_ROUTER__!
    window.left = state.resolvedLocation
    history.push(href, {}, { ignoreBlocker: true })
  }, pathname + search)
  await page.waitForFunction(() => {
    const state = window.__TSR_ROUTER__?.state
    return (
      state?.status === 'idle' && state.resolvedLocation !== window.left && state.location === state.resolvedLocation
    )
  })
}

/**
 * Loads a page again and again until it shows what a worker, a clock or the end of a second brings. It is looked at once it is whole, however long a busy
 * machine takes to load it.
 */
export async function loadUntil(page: Page, address: string, isShown: () => Promise<boolean>) {
  await expect(async () => {
    await page.goto(address)
    await settled(page)
    expect(await isShown()).toBe(true)
  }).toPass({ intervals: [1000] })
}
