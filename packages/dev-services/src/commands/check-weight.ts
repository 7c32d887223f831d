/** Builds the web and refuses it when a page that people see first is heavier than its limits. */
import path from 'node:path'
import { projectRoot } from '../project.ts'
import { buildWeb, webDist } from '../web-build.ts'

await buildWeb(console.log)
// The web has no exports, and its types want a browser's library.
const { compressedWeight, firstPages } = (await import(
  path.join(projectRoot, 'apps/web/scripts/measure-weight.ts')
)) as {
  compressedWeight(manifest: string, routes: string[]): { bytes: number; styleBytes: number }
  firstPages: { name: string; routes: string[]; scripts: number; styles: number }[]
}
for (const { name, routes, scripts, styles } of firstPages) {
  const { bytes, styleBytes } = compressedWeight(path.join(webDist, '.vite/manifest.json'), routes)
  refuseAbove(scripts, `JavaScript of ${name}`, bytes)
  refuseAbove(styles, `styles of ${name}`, styleBytes)
}

function refuseAbove(limit: number, what: string, bytes: number) {
  const kilobytes = bytes / 1024
  if (kilobytes <= limit) return
  console.error(
    `${what}: ${kilobytes.toFixed(1)} KB compressed, at most ${limit}. \`pnpm bench weight\` measures all, and apps/web/scripts/measure-weight.ts lists the files of a page.`,
  )
  process.exitCode = 1
}
