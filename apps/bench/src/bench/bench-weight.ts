import path from 'node:path'
import { projectRoot } from '@escola/dev-services/project'
import { buildWeb } from '@escola/dev-services/web-build'
import type { Figure } from './figure.ts'

const web = path.join(projectRoot, 'apps/web')
/** Compressed JavaScript and styles of the pages that people see first. The build decides it, so there is no floor but zero. */
export async function benchWeight(): Promise<Figure[]> {
  const manifest = path.join(web, 'dist/.vite/manifest.json')
  await buildWeb(console.log)
  // The web has no exports, so its own measure is loaded by path; the web's types want a browser's library.
  const { compressedWeight, firstPages } = (await import(path.join(web, 'scripts/measure-weight.ts'))) as {
    compressedWeight(manifest: string, routes: string[]): { bytes: number; styleBytes: number }
    firstPages: { name: string; routes: string[]; scripts: number; styles: number }[]
  }
  const figure = (name: string, bytes: number, limitKilobytes: number): Figure => ({
    name,
    value: `${(bytes / 1024).toFixed(1)} KB compressed`,
    floor: '',
    target: `at most ${limitKilobytes} KB`,
    ok: bytes / 1024 <= limitKilobytes,
  })
  return firstPages.flatMap(({ name, routes, scripts, styles }) => {
    const { bytes, styleBytes } = compressedWeight(manifest, routes)
    return [figure(`JavaScript of ${name}`, bytes, scripts), figure(`styles of ${name}`, styleBytes, styles)]
  })
}
