import path from 'node:path'
import { findChromium } from '@escola/dev-services/chromium'
import { defineConfig } from '@playwright/test'

// Read in the main process before the set-up and in every worker after it: only the workers need the address.
const { E2E_URL, CI } = process.env

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/journeys',
  globalSetup: path.resolve(import.meta.dirname, '../../packages/dev-services/src/e2e-setup.ts'),
  workers: 1,
  forbidOnly: Boolean(CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: E2E_URL,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    launchOptions: await findChromium(),
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
})
