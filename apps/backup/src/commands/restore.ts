import path from 'node:path'
import { dataDirOf } from '@escola/dev-services/project'
import { installationOf } from '../installation.ts'
import { restore } from '../restore.ts'

/** Restores a backup into an empty place: pnpm restore <folder>. */
process.umask(0o077)
const [folder] = process.argv.slice(2)
if (!folder) {
  console.error('usage: pnpm restore <folder of the backup>')
  process.exit(2)
}
try {
  const installation = installationOf(process.env, dataDirOf(process.env))
  const { sessions, links, mails } = await restore(installation, path.resolve(folder), process.env)
  console.log(
    `Restored. Ended: ${sessions} sessions and ${links} links. Held: ${mails} mails that were older than an hour.`,
  )
  if (mails) console.log('To send or to discard them: infra/runbooks/backup-and-restore.md, "Mail that was held".')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
