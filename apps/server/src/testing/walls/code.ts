import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../../../../..')

/** Source file of ours, by its path from the root. */
export interface Source {
  file: string
  text: string
}
/** Import of one file or package by another, both as paths from the root; packages keep their names. */
export interface Import {
  from: string
  to: string
}

/** All code that people write: neither generated nor built. */
export const allSources: Source[] = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/node_modules|\.gen\.ts$|\/dist\//.test(file))
    .map((file) => path.join(folder, file))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') })),
)

export const importsOf = (sources: Source[]): Import[] =>
  sources.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:\bfrom\s+|import\(\s*)'([^']+)'/g)].map(([, to]) => ({
      from: file,
      to: to!.startsWith('.') ? path.join(path.dirname(file), to!) : to!,
    })),
  )

export const isTest = (file: string) => /\.(test|testing)\.tsx?$|\/testing\/|^apps\/bench\/|\/commands\//.test(file)
export const featureOf = (file: string) => file.match(/src\/features\/([^/]+)\//)?.[1]
export const isServerFeature = (file: string) => file.startsWith('apps/server/src/features/') && !isTest(file)

/** Strips comments and texts from code; each line keeps its place. */
export const bareCode = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, "''")
    .replace(/(^|\s)\/\/.*$/gm, '$1')
