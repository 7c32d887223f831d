import path from 'node:path'
import { dataDirOf } from '@escola/dev-services/project'
import { backUp } from '../back-up.ts'
import { installationOf } from '../installation.ts'

/** Backs up what `pnpm start` runs: pnpm backup [folder]. */
process.umask(0o077)
const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
const folder = path.resolve(process.argv[2] ?? path.join('backups', stamp))
try {
  const installation = installationOf(process.env, dataDirOf(process.env))
  await backUp(installation, folder, process.env)
  console.log(
    `Backed up to ${folder}. The secret is not inside: keep ${installation.secretPlaces.join(' and ')} in another safe place.`,
  )
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
