import pg from 'pg'
import { settleRestored } from '../settle-restored.ts'

const { DATABASE_URL } = process.env
if (!DATABASE_URL) {
  console.error('DATABASE_URL must be set: an administrator’s login.')
  process.exit(1)
}
const client = new pg.Client({ connectionString: DATABASE_URL })
try {
  await client.connect()
  const { sessions, links, mails } = await settleRestored(client)
  console.log(`ended: ${sessions} sessions, ${links} links; held: ${mails} mails`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await client.end()
}
