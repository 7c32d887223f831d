import path from 'node:path'
import { build, type Plugin } from 'vite'
import { leanContract } from './lean-contract.ts'

const file = path.resolve(import.meta.dirname, '../src/early.ts')
const place = '<!-- early.ts -->'

/** Puts src/early.ts into index.html itself, so that it runs without another round trip. The server names its hash in the security policy. */
export const earlyScript = (): Plugin => ({
  name: 'escola:early-script',
  transformIndexHtml: {
    order: 'pre',
    handler: async (html) => {
      if (!html.includes(place)) throw new Error(`index.html lacks ${place}`)
      const code = await scriptOf(file)
      return html.replace(place, () => `<script>${code}</script>`)
    },
  },
})

async function scriptOf(entry: string): Promise<string> {
  const outcome = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [leanContract()],
    build: { write: false, target: 'baseline-widely-available', lib: { entry, formats: ['iife'], name: 'early' } },
  })
  const [chunk] = [outcome].flat().flatMap((each) => ('output' in each ? each.output : []))
  if (chunk?.type !== 'chunk' || chunk.code.includes('</')) throw new Error(`${entry} cannot stand in a page`)
  return chunk.code.trim()
}
