import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from './project.ts'

const linesOf = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8').split('\n')

/** Paths that the image copies from this folder, without those of another stage. */
const copied = linesOf('infra/docker/Dockerfile')
  .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
  .flatMap((line) => line.split(/\s+/).slice(1, -1))
/** The lockfile names all packages of the workspace, so pnpm refuses to install without the manifest of each. */
const manifests = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(path.join(projectRoot, folder)).map((name) => `${folder}/${name}/package.json`),
)
const patches = linesOf('pnpm-workspace.yaml').flatMap((line) => /: (\S+\.patch)$/.exec(line)?.[1] ?? [])
const rules = linesOf('.dockerignore').filter(Boolean)

/** Node's globs pass over names that begin with a dot; Docker's do not. */
const undotted = (name: string) => name.replaceAll(/(?<=^|\/)\./g, '_')

/** Docker's rule: the last line that names a file, or a folder around it, decides. */
function isLetIn(file: string): boolean {
  const parts = file.split('/')
  const within = parts.map((_, index) => undotted(parts.slice(0, index + 1).join('/')))
  const names = (rule: string) => within.some((each) => path.matchesGlob(each, undotted(rule.replace(/^!/, ''))))
  return rules.findLast(names)?.startsWith('!') ?? true
}

/** Files of a folder, without installed or built ones. */
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

  it.each(manifests)('lets in the manifest of each package, and the image copies it: %s', (manifest) => {
    expect(isLetIn(manifest)).toBe(true)
    expect(copied).toContain(manifest)
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
    'packages/db-wire/src/wires.test.ts',
  ])('keeps out what the image has no use for: %s', (place) => {
    expect(isLetIn(place)).toBe(false)
  })

  it('is read beside a Dockerfile that copies, and a workspace that patches', () => {
    expect(copied).toContain('package.json')
    expect(patches).not.toEqual([])
  })
})
