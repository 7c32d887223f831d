import path from 'node:path'
import { buildWeb } from '@escola/dev-services/web-build'
import type { Figure } from './figure.ts'

const web = path.resolve(import.meta.dirname, '../../../web')
/** What the address of a lesson loads before it is usable; the frame around it comes with the entry. */
const lessonRoutes = ['src/routes/_app/c.$link.$classLink.tsx']
const limitKilobytes = 130

/** Compressed JavaScript of the student's lesson page. The build decides it, so there is no floor but zero. */
export async function benchWeight(): Promise<Figure[]> {
  const manifest = path.join(web, 'dist/.vite/manifest.json')
  await buildWeb(console.log)
  // The screens' own measure; the web package is not one that the server may import, but its figure belongs in this table.
  const { compressedWeight } = (await import(path.join(web, 'scripts/measure-weight.ts'))) as {
    compressedWeight(manifest: string, routes: string[]): { bytes: number }
  }
  const kilobytes = compressedWeight(manifest, lessonRoutes).bytes / 1024
  return [
    {
      name: "JavaScript of the student's lesson page",
      value: `${kilobytes.toFixed(1)} KB compressed`,
      floor: '',
      target: `at most ${limitKilobytes} KB`,
      ok: kilobytes <= limitKilobytes,
    },
  ]
}
