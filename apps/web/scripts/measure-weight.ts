import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

/** A page that people see first, with the route files that its address loads before it is usable; the frame around it comes with the entry. */
interface FirstPage {
  name: string
  routes: string[]
  /** Most kilobytes of compressed scripts and styles. */
  scripts: number
  styles: number
}

export const firstPages: FirstPage[] = [
  {
    name: "the student's lesson page",
    routes: ['src/routes/_app/c.$link.$classLink.tsx'],
    scripts: 144,
    styles: 11,
  },
  {
    name: "the student's lesson page with an assessment",
    routes: ['src/routes/_app/c.$link.$classLink.tsx', 'src/features/exam-attempts/lesson-exam.tsx'],
    scripts: 164,
    styles: 15,
  },
  { name: 'the sign-in', routes: ['src/routes/_public/login.tsx'], scripts: 168, styles: 14 },
  { name: "the student's home", routes: ['src/routes/_app/index.tsx'], scripts: 146, styles: 11 },
  {
    name: "the administrator's home",
    routes: ['src/routes/_app/index.tsx', 'src/routes/-admin-home.tsx'],
    scripts: 251,
    styles: 24,
  },
]

export interface Weight {
  bytes: number
  /** Bytes of the styles, which are not among the files. */
  styleBytes: number
  files: { file: string; bytes: number }[]
}

const known = new Map<string, number>()
function brotliBytes(file: string): number {
  const bytes = known.get(file) ?? compress(readFileSync(file))
  known.set(file, bytes)
  return bytes
}

function compress(content: Buffer): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  return brotliCompressSync(content, { params }).length
}

/**
 * Compressed JavaScript that a browser loads before a screen is usable: the page's entry and the parts of the given route files
 * (src/routes/…, with their layouts), each with everything they import statically. Other entry files count as they are named.
 */
export function compressedWeight(manifestPath: string, entryRouteFiles: string[]): Weight {
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Record<string, Chunk>
  const dist = path.resolve(path.dirname(manifestPath), '..')
  const partsOf = (file: string) => {
    const parts = Object.keys(manifest).filter((key) => key === file || key.startsWith(`${file}?tsr-split=component`))
    if (parts.length === 0) throw new Error(`${file} is not in the manifest`)
    return parts
  }
  const keys = new Set(['index.html', ...entryRouteFiles.flatMap(partsOf)])
  // A set grows while it is walked.
  for (const key of keys) for (const imported of manifest[key]!.imports ?? []) keys.add(imported)
  const weigh = (names: string[]) =>
    [...new Set(names)].map((file) => ({ file, bytes: brotliBytes(path.join(dist, file)) }))
  const sumOf = (parts: { bytes: number }[]) => parts.reduce((sum, { bytes }) => sum + bytes, 0)
  const files = weigh([...keys].map((key) => manifest[key]!.file).filter((file) => file.endsWith('.js')))
  const styles = weigh([...keys].flatMap((key) => manifest[key]!.css ?? []))
  return { bytes: sumOf(files), styleBytes: sumOf(styles), files: files.sort((a, b) => b.bytes - a.bytes) }
}

if (import.meta.main) {
  const manifest = path.resolve(import.meta.dirname, '../dist/.vite/manifest.json')
  const asked = process.argv.slice(2)
  const pages = asked.length > 0 ? [{ name: asked.join(' + '), routes: asked }] : firstPages
  const line = (bytes: number, of: string) => console.log(`${(bytes / 1024).toFixed(1).padStart(7)} KB  ${of}`)
  for (const { name, routes } of pages) {
    const { bytes, files } = compressedWeight(manifest, routes)
    for (const part of files) line(part.bytes, part.file)
    line(bytes, name)
  }
}
