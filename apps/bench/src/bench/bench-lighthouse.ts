import path from 'node:path'
import { freePort } from '@escola/dev-services/ports'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { type Demo, lesson, medianOf, startDemo, tokenKey } from './demo-browser.ts'
import type { Figure } from './figure.ts'

// One score in five may be of a moment when the machine did something else.
const runs = 5
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const least = 95
const pages = [
  ['sign-in', '/login', false],
  ['home', '/', true],
  ['course', path.posix.dirname(lesson), true],
  ['lesson', lesson, true],
] as const

/** Lighthouse's own phone opens the pages that people see first. What it marks down is printed. */
export async function benchLighthouse(): Promise<Figure[]> {
  const demo = await startDemo()
  try {
    const figures: Figure[] = []
    for (const [name, address, isSignedIn] of pages) figures.push(await figureOf(demo, name, address, isSignedIn))
    return figures
  } finally {
    await demo.stop()
  }
}

async function figureOf(demo: Demo, name: string, address: string, isSignedIn: boolean): Promise<Figure> {
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(path.join(demo.folder, `browser-${name}`), {
    ...demo.browser,
    args: [...demo.browser.args, `--remote-debugging-port=${port}`],
  })
  try {
    if (isSignedIn) {
      const page = await browser.newPage()
      await page.goto(`${demo.origin}/robots.txt`)
      await page.evaluate(([key, token]) => localStorage.setItem(key!, token!), [tokenKey, demo.token])
      await page.close()
    }
    const scores: number[][] = []
    for (let run = 0; run < runs; run++) scores.push(await scoresOf(demo.url + address, port))
    const medians = categories.map((_, index) => medianOf(scores.map((each) => each[index]!)))
    return {
      name: `Lighthouse, mobile: ${name}`,
      value: categories.map((category, index) => `${category} ${medians[index]}`).join(', '),
      floor: '',
      target: `at least ${least}`,
      ok: medians.every((score) => score >= least),
    }
  } finally {
    await browser.close()
  }
}

async function scoresOf(url: string, port: number): Promise<number[]> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...categories],
    // Everything but what a session is kept in.
    clearStorageTypes: ['file_systems', 'shader_cache', 'service_workers', 'cache_storage', 'indexeddb'],
    blockedUrlPatterns: ['*youtube*', '*vimeo*', '*loom*', '*genially*'],
  })
  const { lhr } = result!
  for (const category of categories) {
    for (const { id, weight } of lhr.categories[category]!.auditRefs) {
      const audit = lhr.audits[id]!
      if (weight > 0 && audit.score !== null && audit.score < 0.9)
        console.log(`${lhr.finalDisplayedUrl} ${category} ${id}: ${audit.score} ${audit.displayValue ?? ''}`)
    }
  }
  return categories.map((category) => Math.round((lhr.categories[category]!.score ?? 0) * 100))
}
