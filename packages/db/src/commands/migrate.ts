import { migrate } from '../migrate.ts'

const { DATABASE_URL, ESCOLA_SECRET } = process.env
if (!DATABASE_URL || !ESCOLA_SECRET) {
  console.error('DATABASE_URL and ESCOLA_SECRET must be set.')
  process.exit(1)
}
try {
  const ran = await migrate(DATABASE_URL, ESCOLA_SECRET)
  console.log(ran.length ? `migrated: ${ran.join(', ')}` : 'the database is up to date')
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
