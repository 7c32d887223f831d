import type { PlatformDb } from '@escola/db'
import { sql } from 'kysely'

/**
 * Open sessions of a person, the last seen first.
 * @param at.idleSince a session that was last used before then has ended
 */
export const listDevices = (db: PlatformDb, userId: string, { now, idleSince }: { now: Date; idleSince: Date }) =>
  db
    .selectFrom('sessions as s')
    .leftJoin('schools as c', 'c.id', 's.school_id')
    .where('s.user_id', '=', userId)
    .where('s.utc_revoked_on', 'is', null)
    .where('s.utc_expires_on', '>', now)
    .where(sql<boolean>`coalesce(s.utc_seen_on, s.utc_created_on) > ${idleSince}`)
    .select([
      's.id',
      's.device',
      's.utc_created_on',
      sql<Date>`coalesce(s.utc_seen_on, s.utc_created_on)`.as('utc_seen_on'),
      'c.name as school',
    ])
    .orderBy('utc_seen_on', 'desc')
    .orderBy('s.id')
    .limit(200)
    .execute()

/** The first of many processes to notice writes it, once. */
export const markSeen = (db: PlatformDb, sessionId: string, { now, before }: { now: Date; before: Date }) =>
  db
    .updateTable('sessions')
    .set({ utc_seen_on: now })
    .where('id', '=', sessionId)
    .where(sql<boolean>`coalesce(utc_seen_on, utc_created_on) < ${before}`)
    .execute()

export const recordProof = (db: PlatformDb, sessionId: string, { byFactor, now }: { byFactor: boolean; now: Date }) =>
  db
    .updateTable('sessions')
    .set({ utc_proven_on: now, utc_seen_on: now, ...(byFactor && { utc_factor_proven_on: now }) })
    .where('id', '=', sessionId)
    .execute()

export const isDemonstration = async (db: PlatformDb, userId: string): Promise<boolean> =>
  (await db.selectFrom('users').where('id', '=', userId).select('is_demonstration').executeTakeFirstOrThrow())
    .is_demonstration

export const skipFactor = (db: PlatformDb, sessionId: string) =>
  db.updateTable('sessions').set({ is_factor_skipped: true }).where('id', '=', sessionId).execute()
