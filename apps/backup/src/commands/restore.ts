import path from 'node:path'
import { parseArgs } from 'node:util'
import { dataDirOf } from '@escola/dev-services/project'
import { installationOf } from '../installation.ts'
import { restore } from '../restore.ts'
import { tellMissing } from '../tell-missing.ts'

/**
 * Restores a backup into an empty place: pnpm restore <folder> [--earlier-release] [--take-roles]. It ends with 3 when all was restored that the backup has, and files
 * of it are missing.
 */
process.umask(0o077)
const usage = 'usage: pnpm restore <folder of the backup> [--earlier-release] [--take-roles]'
const { folder, ...chosen } = readArguments()
try {
  const installation = installationOf(process.env, dataDirOf(process.env))
  const restored = await restore(installation, path.resolve(folder), process.env, chosen)
  const { sessions, links, mails, files } = restored
  console.log(
    `Restored. Ended: ${sessions} sessions and ${links} links. Held: ${mails} mails that were older than an hour.`,
  )
  if (mails) console.log('To send or to discard them: infra/runbooks/backup-and-restore.md, "Mail that was held".')
  tellMissing(files)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

function readArguments(): { folder: string; isEarlierRelease: boolean; takesRoles: boolean } {
  try {
    const options = {
      'earlier-release': { type: 'boolean', default: false },
      'take-roles': { type: 'boolean', default: false },
    } as const
    const { positionals, values } = parseArgs({ options, allowPositionals: true })
    if (positionals.length === 1)
      return {
        folder: positionals[0]!,
        isEarlierRelease: values['earlier-release'],
        takesRoles: values['take-roles'],
      }
  } catch {
    // Unknown words are answered by the usage.
  }
  console.error(usage)
  process.exit(2)
}
