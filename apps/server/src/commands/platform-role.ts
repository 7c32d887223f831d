import { platformRoles } from '@escola/contract/platform.contract'
import { setPlatformRole } from '../features/people/user-accounts.service.ts'
import { openDatabase } from './open-database.ts'

/**
 * Gives a person a role above the schools: node apps/server/src/commands/platform-role.ts <e-mail> <role>. No route does; every process
 * reads the role of a session once a second, so theirs change with it. An e-mail without proof gets none, because it may be another
 * person's.
 */
const [email = '', role = ''] = process.argv.slice(2)
if (!email || !platformRoles.some((each) => each === role)) {
  console.error(`usage: platform-role.ts <e-mail> <${platformRoles.join(' | ')}>`)
  process.exit(2)
}
const database = await openDatabase()
const given = await database
  .withPlatform((db) => setPlatformRole(db, email.trim().toLowerCase(), role))
  .finally(() => database.close())
if (given) console.log(`${email} is now: ${role}`)
else console.error(`Nobody has confirmed ${email}: that person signs up first.`)
process.exit(given ? 0 : 1)
