import pg from 'pg'

/** Shows in a school what it shows if it likes, in the running journeys' database. */
export async function switchOn(schoolId: string, flags: ('has_rank' | 'has_notifications' | 'has_support')[]) {
  const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL })
  await client.connect()
  try {
    const changes = flags.map((flag) => `${pg.escapeIdentifier(flag)} = true`)
    await client.query(`update schools set ${changes.join()} where id = $1`, [schoolId])
  } finally {
    await client.end()
  }
}
