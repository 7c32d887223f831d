import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups, iconsByName } from './scripts/chunks.ts'
import { compressAssets } from './scripts/compress-assets.ts'
import { earlyScript } from './scripts/early-script.ts'
import { leanContract } from './scripts/lean-contract.ts'
import { mantineStyles } from './scripts/mantine-styles.ts'
import { pageHeads } from './scripts/page-heads.ts'
import { zodWithoutEval } from './scripts/zod-without-eval.ts'

export default defineConfig({
  // A school's pages live under any depth of path, so assets are always taken from the root.
  base: '/',
  plugins: [
    leanContract(),
    zodWithoutEval(),
    iconsByName(),
    mantineStyles(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A page's loader comes with the page, so that what every page starts with names no school's data.
      codeSplittingOptions: { defaultBehavior: [['component', 'loader', 'pendingComponent', 'errorComponent']] },
    }),
    react(),
    earlyScript(),
    pageHeads(),
    compressAssets(),
  ],
  // Every target browser's React has this hook, so that its stand-in for older ones is left out.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  worker: { plugins: () => [leanContract(), zodWithoutEval()] },
  server: { proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:3000' } },
  // Class names are in every page's files twice.
  css: { modules: { generateScopedName: '[hash:base64:6]' } },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    manifest: true,
    sourcemap: false,
    target: 'baseline-widely-available',
    // Every target browser can preload modules.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
        // Addresses of all files are in the first one, so they are no longer than telling builds apart takes; the manifest names their modules.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
      },
    },
  },
})
