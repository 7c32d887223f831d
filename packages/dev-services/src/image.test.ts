import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from './project.ts'

const linesOf = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8').split('\n')

/** What the image takes from this folder; what comes from another stage is not in it. */
const copied = linesOf('infra/docker/Dockerfile')
  .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
  .flatMap((line) => line.split(/\s+/).slice(1, -1))
const patches = linesOf('pnpm-workspace.yaml').flatMap((line) => /: (\S+\.patch)$/.exec(line)?.[1] ?? [])
const rules = linesOf('.dockerignore').filter(Boolean)

/** Node's globs pass over names that begin with a dot; Docker's do not. */
const undotted = (name: string) => name.replaceAll(/(?<=^|\/)\./g, '_')

/** As Docker reads them: the last line that names a file, or a folder that it lies in, decides. */
function isLetIn(file: string): boolean {
  const parts = file.split('/')
  const within = parts.map((_, index) => undotted(parts.slice(0, index + 1).join('/')))
  const names = (rule: string) => within.some((each) => path.matchesGlob(each, undotted(rule.replace(/^!/, ''))))
  return rules.findLast(names)?.startsWith('!') ?? true
}

/** Of a folder, its files; what is installed or built in it is not looked through. */
function filesOf(place: string): string[] {
  if (!statSync(path.join(projectRoot, place)).isDirectory()) return [place]
  return readdirSync(path.join(projectRoot, place))
    .filter((name) => name !== 'node_modules' && name !== 'dist')
    .flatMap((name) => filesOf(`${place}/${name}`))
}

describe('.dockerignore', () => {
  it.each(copied)('lets in what the image copies: %s', (place) => {
    expect(filesOf(place).some(isLetIn)).toBe(true)
  })

  it.each(patches)('lets in a patch that is installed, and the image copies it: %s', (patch) => {
    expect(isLetIn(patch)).toBe(true)
    expect(copied.some((place) => patch.startsWith(`${place}/`))).toBe(true)
  })

  it.each([
    '.env',
    '.data/secrets.json',
    'docs/bench.md',
    'apps/web/node_modules/vite',
    'apps/web/dist/index.html',
    'apps/web/.tanstack/tmp',
    'packages/db/src/database.test.ts',
  ])('keeps out what the image has no use for: %s', (place) => {
    expect(isLetIn(place)).toBe(false)
  })

  it('is read beside a Dockerfile that copies, and a workspace that patches', () => {
    expect(copied).toContain('package.json')
    expect(patches).not.toEqual([])
  })
})
