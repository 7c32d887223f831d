import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from './project.ts'

const web = path.join(projectRoot, 'apps/web')
export const webDist = path.join(web, 'dist')
const sources = [web, path.join(projectRoot, 'packages/contract'), path.join(projectRoot, 'pnpm-lock.yaml')]
const state = path.join(projectRoot, '.data')

/** Builds the web when its sources are not those of the last build. */
export async function buildWeb(print: (line: string) => void): Promise<void> {
  const hashFile = path.join(state, 'web-build.hash')
  const hash = await hashOf(sources)
  const built = await readFile(hashFile, 'utf8').catch(() => '')
  if (built === hash && existsSync(path.join(webDist, 'index.html'))) return
  print('Building the web …')
  await mkdir(state, { recursive: true })
  // The web is built beside and swapped in, so a failed or interrupted build leaves the old one whole.
  const draft = path.join(state, `web-build-${process.pid}`)
  try {
    const args = [viteProgram(), 'build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn']
    await promisify(execFile)(process.execPath, args, { cwd: web, env: { ...process.env, NODE_ENV: 'production' } })
    await rm(webDist, { recursive: true, force: true })
    await rename(draft, webDist)
    await writeFile(hashFile, hash)
  } catch (error) {
    const { stderr, stdout } = error as { stderr?: string; stdout?: string }
    throw new Error(`The web could not be built:\n${(stderr || stdout || String(error)).trim()}`)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

export function viteProgram(): string {
  const require = createRequire(path.join(web, 'package.json'))
  return path.join(path.dirname(require.resolve('vite/package.json')), 'bin/vite.js')
}

const generatedFolders = new Set(['node_modules', 'dist', '.tanstack', 'test-results'])

async function hashOf(places: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const file of (await Promise.all(places.map(filesIn))).flat().sort()) {
    hash.update(path.relative(projectRoot, file)).update('\0')
    hash.update(await readFile(file)).update('\0')
  }
  return hash.digest('hex')
}

async function filesIn(place: string): Promise<string[]> {
  const entries = await readdir(place, { withFileTypes: true }).catch(() => undefined)
  if (!entries) return [place]
  const files = entries.map((entry) => {
    // Generated files are written by the build itself, and tests are not part of it.
    if (generatedFolders.has(entry.name) || /\.(gen|test)\.tsx?$/.test(entry.name)) return []
    return filesIn(path.join(place, entry.name))
  })
  return (await Promise.all(files)).flat()
}
