import { readFileSync } from 'node:fs'
import path from 'node:path'

interface Built {
  name?: string
  file: string
}

/** Pattern of the addresses of a module's files in the build, which don't name it. */
export function addressesOf(module: string): RegExp {
  const text = readFileSync(path.join(import.meta.dirname, '../web/dist/.vite/manifest.json'), 'utf8')
  const found = Object.values(JSON.parse(text) as Record<string, Built>).filter(({ name }) => name === module)
  if (found.length === 0) throw new Error(`the build has no file of ${module}`)
  return new RegExp(`/(?:${found.map(({ file }) => file.replaceAll('.', '\\.')).join('|')})$`)
}
