import type { PlatformDb } from '@escola/db'

export interface VisitRow {
  schoolId: string
  sessionId: string
  userId: string
}

/** Locks the session, so that its other calls at this moment wait: two calls are one visit. The answer also names its user. */
export const lockSession = (db: PlatformDb, sessionId: string) =>
  db.selectFrom('sessions').where('id', '=', sessionId).select('id').forUpdate().execute()

export const findName = async (db: PlatformDb, userId: string): Promise<string> =>
  (await db.selectFrom('users').where('id', '=', userId).select('name').executeTakeFirstOrThrow()).name

/** @returns the visit that goes on; undefined when there was none since */
export const extendVisit = async (
  db: PlatformDb,
  { schoolId, sessionId }: VisitRow,
  { since, now }: { since: Date; now: Date },
): Promise<string | undefined> =>
  (
    await db
      .updateTable('platform_visits')
      .set({ utc_seen_on: now })
      .where('school_id', '=', schoolId)
      .where('session_id', '=', sessionId)
      .where('utc_seen_on', '>', since)
      .returning('id')
      .executeTakeFirst()
  )?.id

export const insertVisit = async (
  db: PlatformDb,
  { schoolId, sessionId, userId }: VisitRow,
  { name, now }: { name: string; now: Date },
): Promise<string> =>
  (
    await db
      .insertInto('platform_visits')
      .values({
        school_id: schoolId,
        session_id: sessionId,
        user_id: userId,
        person_name: name,
        utc_began_on: now,
        utc_seen_on: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const insertChange = async (
  db: PlatformDb,
  schoolId: string,
  row: { visit_id: string; method: string; route: string; utc_made_on: Date },
): Promise<string> =>
  (
    await db
      .insertInto('platform_changes')
      .values({ school_id: schoolId, ...row })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const markRefused = (db: PlatformDb, schoolId: string, changeId: string) =>
  db
    .updateTable('platform_changes')
    .set({ was_refused: true })
    .where('school_id', '=', schoolId)
    .where('id', '=', changeId)
    .execute()
