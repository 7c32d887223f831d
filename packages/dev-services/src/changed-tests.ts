import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './project.ts'

/** A file by its path from the root, and the files that it imports. */
type Graph = Map<string, string[]>

const extensions = ['', '.ts', '.tsx']

/** Reads which file of ours imports which. `files` are all of the project, by their paths from the root. */
export function readImports(root: string, files: string[]): Graph {
  const known = new Set(files)
  const exportsOf = new Map(
    files
      .filter((file) => /^(apps|packages)\/[^/]+\/package\.json$/.test(file))
      .map((file) => {
        const { name, exports = {} } = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Package
        return [name, { folder: path.posix.dirname(file), exports }]
      }),
  )
  const resolve = (from: string, to: string): string | undefined => {
    if (to.startsWith('.')) {
      const file = path.posix.join(path.posix.dirname(from), to)
      return extensions.map((extension) => file + extension).find((each) => known.has(each))
    }
    const [, name = '', rest = ''] = /^(@escola\/[^/]+)\/?(.*)$/.exec(to) ?? []
    const found = exportsOf.get(name)
    return (
      found &&
      exported(found.exports, rest)
        .map((each) => path.posix.join(found.folder, each))
        .find((each) => known.has(each))
    )
  }
  const sources = files.filter((file) => /\.(tsx?|mts|mjs)$/.test(file))
  return new Map(
    sources.map((from) => {
      const text = readFileSync(path.join(root, from), 'utf8')
      const named = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^'\n]+)'/g)].map(([, to]) => to!)
      return [from, [...new Set(named.map((to) => resolve(from, to)).filter((to) => to !== undefined))]]
    }),
  )
}

interface Package {
  name: string
  exports?: Exports
}
type Exports = string | { [path: string]: string }

/** Files that a package may mean by what stands behind its name, as its `exports` say. */
function exported(exports: Exports, rest: string): string[] {
  if (typeof exports === 'string') return rest ? [] : [exports]
  return Object.entries(exports).flatMap(([key, target]) => {
    const [start, end] = key.replace(/^\.\/?/, '').split('*')
    if (end === undefined) return start === rest ? [target] : []
    return rest.startsWith(start!) && rest.endsWith(end)
      ? [target.replace('*', rest.slice(start!.length, rest.length - end.length))]
      : []
  })
}

/** Files that bring all others together: nearly each test imports one of them, so they say nothing about what changed. */
const gatherings = /(^|\/)(app|app-routes|worker-handlers|main-\w+|main|router|api)\.tsx?$|\.gen\.ts$/

/** Finds what imports one of some files, by whatever way but those through what gathers all, and those files themselves. */
export function importersOf(changed: string[], graph: Graph): Set<string> {
  const importers = Map.groupBy(
    [...graph].flatMap(([from, all]) => all.map((to) => ({ from, to }))),
    ({ to }) => to,
  )
  const found = new Set(changed)
  for (const file of found)
    if (!gatherings.test(file)) for (const { from } of importers.get(file) ?? []) found.add(from)
  return found
}

const folderOf = (file: string) => /^apps\/[^/]+\/src\/features\/[^/]+\//.exec(file)?.[0]

/**
 * Chooses the tests of some files: those that import them, and those of their feature, which may reach them by a call alone. A migration has those of the
 * database.
 */
export function testsOf(changed: string[], tests: string[], graph: Graph): string[] {
  const importers = importersOf(changed, graph)
  const folders = new Set(changed.map(folderOf).filter((folder) => folder !== undefined))
  const hasMigration = changed.some((file) => file.startsWith('migrations/'))
  return tests.filter(
    (file) =>
      importers.has(file) || folders.has(folderOf(file)!) || (hasMigration && file.startsWith('packages/db/src/')),
  )
}

/** Lists the tests of the files that were touched since the branch left main, committed or not. */
export function listChangedTests(tests: string[]): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).split('\n').filter(Boolean)
  const isBranch = (name: string) =>
    git('for-each-ref', '--format=%(refname:short)', `refs/heads/${name}`, `refs/remotes/${name}`).length > 0
  const main = ['main', 'origin/main'].find(isBranch)
  const [base = 'HEAD'] = main ? git('merge-base', 'HEAD', main) : []
  const added = git('ls-files', '--others', '--exclude-standard')
  const files = [...git('ls-files'), ...added].filter((file) => existsSync(path.join(projectRoot, file)))
  return testsOf(
    [...git('diff', '--name-only', '--no-renames', base), ...added],
    tests,
    readImports(projectRoot, files),
  )
}
