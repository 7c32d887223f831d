import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../../../..')

/** One file of ours, by its path from the root. */
export interface Source {
  file: string
  text: string
}
/** Who imports what, both as paths from the root; packages keep their names. */
export interface Import {
  from: string
  to: string
}

/** All the code that people write: neither generated nor built. */
export const allSources: Source[] = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/node_modules|\.gen\.ts$|\/dist\//.test(file))
    .map((file) => path.join(folder, file))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') })),
)

export const importsOf = (sources: Source[]): Import[] =>
  sources.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, to]) => ({
      from: file,
      to: to!.startsWith('.') ? path.join(path.dirname(file), to!) : to!,
    })),
  )

export const isTest = (file: string) => /\.(test|testing)\.tsx?$|\/testing\/|\/bench\/|\/commands\//.test(file)
export const featureOf = (file: string) => file.match(/src\/features\/([^/]+)\//)?.[1]
export const isServerFeature = (file: string) => file.startsWith('apps/server/src/features/') && !isTest(file)

/** Code without its comments and texts, each line in its place. */
export const bareCode = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, "''")
    .replace(/(^|\s)\/\/.*$/gm, '$1')

/**
 * A rule over the code. It is held by what it finds in a case that was made to break it: a rule that finds nothing there watches nothing.
 * @param offences what breaks the rule, one line each
 */
export function wall(title: string, offences: (sources: Source[]) => string[], made: Source) {
  it(title, () => {
    expect(offences(allSources)).toEqual([])
    expect(offences([made]), 'the case made to break it').not.toEqual([])
  })
}

/** The same for a rule that looks at single imports. */
export const importWall = (title: string, isOffence: (each: Import) => boolean, made: Import) =>
  wall(
    title,
    (sources) =>
      importsOf(sources)
        .filter(isOffence)
        .map(({ from, to }) => `${from} → ${to}`),
    { file: made.from, text: `import '${relative(made)}'`.replace('import', 'import {} from') },
  )

const relative = ({ from, to }: Import) =>
  /^(apps|packages)\//.test(to) ? path.relative(path.dirname(from), to).replace(/^(?!\.)/, './') : to
