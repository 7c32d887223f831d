import path from 'node:path'
import { dataDirOf } from '@escola/dev-services/project'
import { backUp } from '../back-up.ts'
import { installationOf } from '../installation.ts'
import { tellMissing } from '../tell-missing.ts'

/** Backs up what `pnpm start` runs: pnpm backup [folder]. It ends with 3 when the backup is kept and files of it are missing. */
process.umask(0o077)
const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
const folder = path.resolve(process.argv[2] ?? path.join('backups', stamp))
try {
  const installation = installationOf(process.env, dataDirOf(process.env))
  const files = await backUp(installation, folder, process.env)
  console.log(
    `Backed up to ${folder}, with ${files.stored.length} files. The secret is not inside: keep ${installation.secretPlaces.join(' and ')} in another safe place.`,
  )
  tellMissing(files)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
