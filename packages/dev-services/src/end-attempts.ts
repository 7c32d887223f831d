import pg from 'pg'

/** Lets the time of a school's running attempts be over, and their grace, as if minutes had gone by. The processes' own clock stays. */
export async function endAttempts(connectionString: string, schoolId: string, minutes: number): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(
      `update exam_attempts set utc_begun_on = utc_begun_on - make_interval(mins => $2)
      where school_id = $1 and utc_handed_in_on is null`,
      [schoolId, minutes],
    )
  } finally {
    await client.end()
  }
}
