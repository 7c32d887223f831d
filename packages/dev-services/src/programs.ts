import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** Searches PATH for a program as a shell would. */
export function findOnPath(name: string): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      // The next folder may have the program.
    }
  }
  return undefined
}

export const isOnPath = (name: string) => findOnPath(name) !== undefined
