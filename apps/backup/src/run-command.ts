import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { findRunningServer } from '@escola/dev-services/postgres'
import { dataDirOf, projectRoot } from '@escola/dev-services/project'
import { RunningNote } from '@escola/dev-services/running-note'
import { onItsDatabase, onQuietFolder, requireData } from './data-folder.ts'
import { type Installation, installationOf } from './installation.ts'

interface Circumstances {
  installation: Installation
  /** The embedded database was started for this command alone. */
  isStopped: boolean
}

type Run = (settings?: NodeJS.ProcessEnv, words?: string[]) => Promise<void>

/**
 * Runs one of the server's commands on this installation, with the words behind it: beside the product, or on the embedded database, which is started
 * for it where the product is stopped.
 * @param withSettings adds what the command needs of the data folder
 */
export async function runOnInstallation(
  command: string,
  withSettings: (run: Run, circumstances: Circumstances) => Promise<void> = (run) => run(),
): Promise<void> {
  try {
    const installation = installationOf(process.env, dataDirOf(process.env))
    const { databaseUrl, dataDir, secret, filesSettings } = installation
    const runOn = (url: string, { isStopped }: { isStopped: boolean }) => {
      const run: Run = async (settings = {}, words = []) => {
        const env = {
          NODE_ENV: 'production',
          ...process.env,
          ...filesSettings,
          ...settings,
          DATABASE_URL: url,
          ESCOLA_SECRET: secret(),
        }
        const file = path.join(projectRoot, 'apps/server/src/commands', command)
        const child = spawn(process.execPath, [file, ...words, ...process.argv.slice(2)], { env, stdio: 'inherit' })
        process.exitCode = (await once(child, 'exit'))[0] ?? 1
      }
      return withSettings(run, { installation, isStopped })
    }
    if (databaseUrl) return await runOn(databaseUrl, { isStopped: false })
    requireData(dataDir)
    const running = RunningNote.isTaken(dataDir) && (await findRunningServer(path.join(dataDir, 'postgres')))
    if (running) return await runOn(running, { isStopped: false })
    await onQuietFolder(dataDir, () => onItsDatabase(dataDir, ({ url }) => runOn(url, { isStopped: true })))
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
