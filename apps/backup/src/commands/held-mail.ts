import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { projectRoot } from '@escola/dev-services/project'
import { onItsDatabase, onQuietFolder } from '../data-folder.ts'
import { installationOf } from '../installation.ts'

/** Counts, releases or discards the mails that a restore has held: pnpm held-mail [count | release | discard]. */
const { databaseUrl, dataDir, secret } = installationOf(
  process.env,
  process.env.DATA_DIR || path.join(projectRoot, '.data'),
)
const run = async (url: string) => {
  const command = path.join(projectRoot, 'apps/server/src/commands/held-mail.ts')
  const env = { ...process.env, DATABASE_URL: url, ESCOLA_SECRET: secret() }
  const child = spawn(process.execPath, [command, ...process.argv.slice(2)], { env, stdio: 'inherit' })
  process.exitCode = (await once(child, 'exit'))[0] ?? 1
}
try {
  if (databaseUrl) await run(databaseUrl)
  else await onQuietFolder(dataDir, () => onItsDatabase(dataDir, ({ url }) => run(url)))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
