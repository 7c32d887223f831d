import pg from 'pg'

/** Ends the grace of a school's plan as if its days had gone by, and has what is due then done soon. The processes' own clock stays. */
export async function endGrace(connectionString: string, schoolId: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(
      `with ended as (
        update subscriptions set utc_grace_ends_on = now() where school_id = $1 and utc_grace_ends_on is not null returning school_id
      )
      insert into outbox (school_id, name, payload) select school_id, 'payments.follow_subscription', '{}' from ended`,
      [schoolId],
    )
  } finally {
    await client.end()
  }
}
