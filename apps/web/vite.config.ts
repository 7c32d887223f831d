import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressAssets } from './scripts/compress-assets.ts'
import { leanContract } from './scripts/lean-contract.ts'
import { zodWithoutEval } from './scripts/zod-without-eval.ts'

export default defineConfig({
  // A school's pages live under any depth of path, so assets are always taken from the root.
  base: '/',
  plugins: [
    leanContract(),
    zodWithoutEval(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A page's loader comes with the page, so that what every page starts with names no school's data.
      codeSplittingOptions: { defaultBehavior: [['component', 'loader', 'pendingComponent', 'errorComponent']] },
    }),
    react(),
    compressAssets(),
  ],
  worker: { plugins: () => [leanContract(), zodWithoutEval()] },
  server: { proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:3000' } },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    manifest: true,
    sourcemap: false,
    target: 'baseline-widely-available',
    rolldownOptions: {
      output: {
        // What every page starts with is one file, not fifty: fewer requests, and it compresses better as a whole.
        // So is what frames each of them.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], test: /^(?!.*(?:main\.tsx|index\.html))/, priority: 2 },
            { name: 'frame', test: /features\/shell\/(?:shell|public-frame)\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
})
