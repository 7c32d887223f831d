import pg from 'pg'
import { distribute } from '../distribute.ts'
import { requireKnownSecret } from '../known-secret.ts'

const { DATABASE_URL, ESCOLA_SECRET } = process.env
if (!DATABASE_URL || !ESCOLA_SECRET) {
  console.error(
    "DATABASE_URL and ESCOLA_SECRET must be set: the coordinator's, by a login that may do everything there, and the installation's.",
  )
  process.exit(1)
}
const client = new pg.Client({ connectionString: DATABASE_URL })
try {
  await client.connect()
  await requireKnownSecret(client, { adminUrl: DATABASE_URL, secret: ESCOLA_SECRET })
  const spread = await distribute(client, ESCOLA_SECRET)
  console.log(spread.length ? `spread: ${spread.join(', ')}` : 'every table is where it belongs')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await client.end()
}
