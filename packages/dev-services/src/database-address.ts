import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isAlive } from './processes.ts'
import { shownPath } from './project.ts'
import { readSecrets } from './secrets.ts'

/** Finds the superuser's address of the embedded database that runs on a data folder. */
export async function runningDatabaseUrl(dataDir: string): Promise<string> {
  const note = await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port] = note.split('\n')
  if (!port || !isAlive(Number(pid)))
    throw new Error(
      `No database runs on ${shownPath(dataDir)}; start it with \`pnpm dev\` or \`pnpm start\`, or name another with DATA_DIR or DATABASE_URL.`,
    )
  return `postgres://postgres:${encodeURIComponent(readSecrets(dataDir).databasePassword)}@127.0.0.1:${port}/escola`
}
