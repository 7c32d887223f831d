import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { leanContract } from './scripts/lean-contract.ts'

export default defineConfig({
  // The tests run the contract as the build ships it.
  plugins: [leanContract(), react()],
  test: {
    environment: 'jsdom',
    setupFiles: ['src/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    css: false,
    restoreMocks: true,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
