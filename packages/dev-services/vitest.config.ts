import { defineConfig } from 'vitest/config'

const common = {
  // Node.js reads these files as they are; by Vite's runner each would be transformed first.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  maxWorkers: 2,
  // The libraries are loaded once for all files of a worker.
  isolate: false,
  // Real servers and a browser are started here, on machines that may be slow.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
}
const stripe = 'src/stripe/**/*.test.ts'

export default defineConfig({
  test: {
    ...common,
    projects: [
      { extends: true, test: { name: 'services', include: ['src/**/*.test.ts'], exclude: [stripe] } },
      // The shapes of Stripe's answers take seconds to make of its types; a worker makes them once for all files.
      { extends: true, test: { name: 'stripe', include: [stripe] } },
    ],
  },
})
