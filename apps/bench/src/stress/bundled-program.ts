import path from 'node:path'
import { build } from 'vite'

const folder = path.join(import.meta.dirname, '../../node_modules/.stress')

/**
 * Bundles a program of this folder, which then starts in a fifth of the time: a run kills it thousands of times.
 * @returns path of the file
 */
export async function bundleProgram(name: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: {
      ssr: path.join(import.meta.dirname, `${name}.ts`),
      outDir: folder,
      emptyOutDir: true,
      target: 'node24',
      minify: true,
    },
    // Programs of the machine's own kind can't be bundled.
    ssr: { noExternal: true, external: ['sharp', 'pg-native'] },
  })
  return path.join(folder, `${name}.js`)
}
