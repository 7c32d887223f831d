import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { dataDirOf, projectRoot } from '@escola/dev-services/project'
import { onItsDatabase, onQuietFolder } from './data-folder.ts'
import { type Installation, installationOf } from './installation.ts'

/**
 * Runs one of the server's commands on this installation, with the words behind it. The embedded database is started for it, so nothing else may use the
 * data folder.
 * @param withSettings adds what the command needs of the data folder
 */
export async function runOnInstallation(
  command: string,
  withSettings: (installation: Installation, run: (env: NodeJS.ProcessEnv) => Promise<void>) => Promise<void> = (
    _,
    run,
  ) => run({}),
): Promise<void> {
  const installation = installationOf(process.env, dataDirOf(process.env))
  const { databaseUrl, dataDir, secret } = installation
  const runOn = (url: string) =>
    withSettings(installation, async (settings) => {
      const env = { ...process.env, ...settings, DATABASE_URL: url, ESCOLA_SECRET: secret() }
      const file = path.join(projectRoot, 'apps/server/src/commands', command)
      const child = spawn(process.execPath, [file, ...process.argv.slice(2)], { env, stdio: 'inherit' })
      process.exitCode = (await once(child, 'exit'))[0] ?? 1
    })
  try {
    if (databaseUrl) await runOn(databaseUrl)
    else await onQuietFolder(dataDir, () => onItsDatabase(dataDir, ({ url }) => runOn(url)))
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
