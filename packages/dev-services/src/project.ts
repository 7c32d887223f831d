import path from 'node:path'

export const projectRoot = path.resolve(import.meta.dirname, '../../..')

/** Folder of everything that `pnpm start` keeps. */
export const dataDirOf = ({ DATA_DIR }: NodeJS.ProcessEnv): string =>
  path.resolve(DATA_DIR || path.join(projectRoot, '.data'))

/** Writes a folder or file as people find it: from the project on where it lies there. */
export function shownPath(place: string): string {
  const inside = path.relative(projectRoot, place)
  return inside.startsWith('..') || path.isAbsolute(inside) ? place : inside
}
