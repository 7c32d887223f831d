import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

/** Folders in which installers put the programs of one major version. */
const usualFolders = (major: number) => [
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
  `/opt/homebrew/opt/postgresql@${major}/bin`,
  `/usr/local/opt/postgresql@${major}/bin`,
]

/**
 * Finds pg_dump and pg_restore of a server's major version: an older pg_dump refuses the server, and a newer one may write what the server
 * can't read. `PG_BIN` names the folder that has them; otherwise PATH is searched, and then the places where installers put them.
 * @returns the folder that has both
 */
export async function findPrograms(major: number, { PG_BIN, PATH }: NodeJS.ProcessEnv): Promise<string> {
  const folders = PG_BIN ? [PG_BIN] : [...(PATH ?? '').split(path.delimiter), ...usualFolders(major)]
  const found = new Set<string>()
  for (const folder of folders) {
    const versions = await Promise.all(['pg_dump', 'pg_restore'].map((name) => versionOf(path.join(folder, name))))
    if (versions.every((version) => version && Number.parseInt(version, 10) === major)) return folder
    if (versions[0]) found.add(`${versions[0]} in ${folder}`)
  }
  const others = found.size ? ` Found: ${[...found].join(', ')}.` : ''
  throw new Error(
    `pg_dump and pg_restore of PostgreSQL ${major}, the server's version, are needed and were not found: install postgresql-client-${major}, or name the folder that has them in PG_BIN.${others}`,
  )
}

async function versionOf(program: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'])
    return /\(PostgreSQL\) ([\d.]+)/.exec(stdout)?.[1]
  } catch {
    return undefined
  }
}
