import { migrate } from '../migrate.ts'
import { migrationsFolder } from '../migration-files.ts'

const { DATABASE_URL, ESCOLA_SECRET } = process.env
if (!DATABASE_URL || !ESCOLA_SECRET) {
  console.error('DATABASE_URL and ESCOLA_SECRET must be set.')
  process.exit(1)
}
const [option, ...more] = process.argv.slice(2)
if (more.length || (option && option !== '--take-roles')) {
  console.error('usage: migrate.ts [--take-roles]')
  process.exit(2)
}
try {
  const ran = await migrate(DATABASE_URL, ESCOLA_SECRET, migrationsFolder, { takesRoles: option === '--take-roles' })
  console.log(ran.length ? `migrated: ${ran.join(', ')}` : 'the database is up to date')
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
