import pg from 'pg'

/** Ends the grace of a school's plan as if its days had gone by, and has what is due then done soon. The processes' own clock stays. */
export const endGrace = (connectionString: string, schoolId: string): Promise<void> =>
  changePlan(connectionString, schoolId, 'utc_grace_ends_on = now() where utc_grace_ends_on is not null')

/** Ends the paid month of a school's plan in the same way, now or some hours ago: no two months begin on one day. */
export const endMonth = (connectionString: string, schoolId: string, hoursAgo = 0): Promise<void> =>
  changePlan(connectionString, schoolId, `utc_paid_until = now() - interval '${hoursAgo} hours' where true`)

async function changePlan(connectionString: string, schoolId: string, change: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(
      `with ended as (update subscriptions set ${change} and school_id = $1 returning school_id)
      insert into outbox (school_id, name, payload) select school_id, 'payments.follow_subscription', '{}' from ended`,
      [schoolId],
    )
  } finally {
    await client.end()
  }
}
