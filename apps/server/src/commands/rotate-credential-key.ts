import { rotateKey } from '../features/credentials/keys.service.ts'
import { openDatabase } from './open-database.ts'

/**
 * Puts a new key in the place of the one that signs credentials, and destroys the private half of that one:
 * node apps/server/src/commands/rotate-credential-key.ts. What it has signed can still be checked.
 */
const { PUBLIC_URL: publicUrl = '', ESCOLA_SECRET: secret = '' } = process.env
const platform = await openDatabase(publicUrl ? [] : ['PUBLIC_URL must be set'])
const config = { publicUrl: publicUrl.replace(/\/+$/, ''), secret }
const kid = await rotateKey({ platform, config, now: () => new Date() }).finally(() => platform.close())
if (kid) console.log(`Credentials are signed with this key now: ${kid}`)
else console.error('Another rotation was first: its key signs now.')
process.exit(kid ? 0 : 1)
