import path from 'node:path'
import { minuteMs } from '@escola/contract/durations'
import { findChromium } from '@escola/dev-services/chromium'
import { defineConfig } from '@playwright/test'

// Workers alone need the address; the main process reads this file before the set-up has made one.
const { E2E_URL, CI, TRACE } = process.env
const chromium = await findChromium()
/**
 * Schools' own domains are names that only a journey knows. Players are other sites' pages, which no test reaches: a route that answered for them would
 * switch the browser's cache off, and each page would load and compile the whole program again.
 */
const players = ['*.youtube-nocookie.com', '*.vimeo.com', '*.loom.com', '*.genially.com', '*.genial.ly']
/** Hosts that hostile texts ask, which are told by their requests. */
const hostile = '*evil.example'
const absent = [...players, hostile].map((host) => `MAP ${host} ~NOTFOUND`)
const names = ['MAP *.aponta.example 127.0.0.1', ...absent].join(', ')

const longest = ['story.spec.ts', 'screens.spec.ts']

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/journeys',
  globalSetup: path.resolve(import.meta.dirname, '../../packages/dev-services/src/e2e-setup.ts'),
  // Each journey has people of its own or only reads; all of them share one stack. They are one more than cores, because a journey often waits for a
  // page, a mail or a job.
  workers: 3,
  fullyParallel: true,
  // The longest begin first, so that all workers end at about the same time.
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'others', testIgnore: longest },
  ],
  forbidOnly: Boolean(CI),
  // Ceilings for a busy machine; nothing waits for them.
  timeout: 15 * minuteMs,
  expect: { timeout: 2 * minuteMs },
  use: {
    // Every frame of what moves is drawn by the processor, sixty in a second, for as long as a busy machine takes to load the page. Journeys whose subject
    // moves say so.
    contextOptions: { reducedMotion: 'reduce' },
    // A click at what never comes fails by itself, long before its test does.
    actionTimeout: 3 * minuteMs,
    baseURL: E2E_URL,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    launchOptions: { ...chromium, args: [...(chromium.args ?? []), `--host-resolver-rules=${names}`] },
    screenshot: 'only-on-failure',
    // Traces of every step are nearly always thrown away, so TRACE=1 asks for them. A failure leaves its page and a picture in any case.
    trace: TRACE ? 'retain-on-failure' : 'off',
  },
})
