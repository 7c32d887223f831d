import type { SchoolDb } from '@escola/db'

const running = (db: SchoolDb) => db.selectFrom('exam_attempts').where('utc_handed_in_on', 'is', null)

/** Attempts at which the planner looks by now, the longest due first. */
export async function listDue(db: SchoolDb, now: Date, limit: number): Promise<string[]> {
  const rows = await running(db)
    .select('id')
    .where('utc_look_on', '<=', now)
    .orderBy('utc_look_on')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function findNextLook(db: SchoolDb): Promise<Date | undefined> {
  const row = await running(db).select('utc_look_on').orderBy('utc_look_on').limit(1).executeTakeFirst()
  return row?.utc_look_on
}
