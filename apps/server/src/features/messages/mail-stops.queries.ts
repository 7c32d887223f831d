import type { Platform, PlatformDb, Statement } from '@escola/db'
import { sql } from 'kysely'

/** Stands for the mail of all schools in the list of what is stopped. */
export const allSchools = '0'

export interface StopRow {
  school_id: string
  words: string
  utc_since: Date
  utc_probe_on: Date
}

const stopsStatement: Statement = {
  name: 'mail_stops',
  text: 'select school_id, words, utc_since, utc_probe_on from mail_stopped where school_id in (0, $1) order by school_id limit 1',
}

/** Finds what stops the mail of a school: all mail, or its own. */
export const findStop = async (
  platform: Pick<Platform, 'readPlatform'>,
  schoolId: string,
): Promise<StopRow | undefined> => (await platform.readPlatform<StopRow>(stopsStatement, [schoolId]))[0]

const refusalsStatement: Statement = {
  name: 'mail_refusals',
  text: 'select id from mail_refusals where school_id = $1 or counts_for_all limit 1',
}

/** Asks whether there are refusals that a mail of the school ends. */
export const hasRefusals = async (platform: Pick<Platform, 'readPlatform'>, schoolId: string): Promise<boolean> =>
  (await platform.readPlatform(refusalsStatement, [schoolId])).length > 0

export const insertRefusal = (
  db: PlatformDb,
  refusal: { schoolId: string; mail: string; countsForSchool: boolean; on: Date },
) =>
  db
    .insertInto('mail_refusals')
    .values({
      school_id: refusal.schoolId,
      mail: refusal.mail,
      counts_for_school: refusal.countsForSchool,
      utc_refused_on: refusal.on,
    })
    .execute()

export interface RefusalCount {
  of_all: number
  schools: number
  of_school: number
  mails: number
}

/** Counts the refusals since the last mail that was taken, and since a moment: of all schools, and of one. */
export async function countRefusals(db: PlatformDb, schoolId: string, since: Date): Promise<RefusalCount> {
  const { rows } = await sql<RefusalCount>`
    select (count(*) filter (where counts_for_all))::int as of_all,
      (count(distinct school_id) filter (where counts_for_all))::int as schools,
      (count(*) filter (where school_id = ${schoolId}::bigint and counts_for_school))::int as of_school,
      (count(distinct mail) filter (where school_id = ${schoolId}::bigint and counts_for_school))::int as mails
    from mail_refusals where utc_refused_on >= ${since}::timestamptz`.execute(db)
  return rows[0]!
}

/** A mail of the school was taken: its refusals are over, and those of others count for each of them alone. */
export async function forgetRefusals(db: PlatformDb, schoolId: string): Promise<void> {
  const ids = await lockRefusals(db, schoolId)
  if (ids.length === 0) return
  await db.deleteFrom('mail_refusals').where('id', 'in', ids).where('school_id', '=', schoolId).execute()
  await db.updateTable('mail_refusals').set({ counts_for_all: false }).where('id', 'in', ids).execute()
}

/** Locks what counts for a school or for all, in one order for all callers, who would wait for each other otherwise. */
async function lockRefusals(db: PlatformDb, schoolId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_refusals')
    .select('id')
    .where((is) => is.or([is('school_id', '=', schoolId), is('counts_for_all', '=', true)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** All mail is stopped: the refusals have done their work. */
export async function deleteRefusals(db: PlatformDb): Promise<void> {
  await db.selectFrom('mail_refusals').select('id').orderBy('id').forUpdate().execute()
  await db.deleteFrom('mail_refusals').execute()
}

export const deleteRefusalsBefore = (db: PlatformDb, moment: Date) =>
  db.deleteFrom('mail_refusals').where('utc_refused_on', '<', moment).execute()

/** @returns whether it was not stopped until now */
export async function insertStop(
  db: PlatformDb,
  stop: { schoolId: string; words: string; isAway: boolean; now: Date; probeOn: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('mail_stopped')
    .values({
      school_id: stop.schoolId,
      words: stop.words,
      is_away: stop.isAway,
      utc_since: stop.now,
      utc_probe_on: stop.probeOn,
    })
    .onConflict((conflict) => conflict.column('school_id').doNothing())
    .returning('school_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps what the server answered last. */
export const saveAnswer = (db: PlatformDb, schoolId: string, { words, isAway }: { words: string; isAway: boolean }) =>
  db.updateTable('mail_stopped').set({ words, is_away: isAway }).where('school_id', '=', schoolId).execute()

/** All mail is stopped: what stops single schools is the same. */
export const deleteStopsOfSchools = (db: PlatformDb) =>
  db.deleteFrom('mail_stopped').where('school_id', '<>', allSchools).execute()

/** @returns whether it was stopped until now */
export const deleteStop = async (db: PlatformDb, schoolId: string): Promise<boolean> =>
  (await db.deleteFrom('mail_stopped').where('school_id', '=', schoolId).returning('school_id').executeTakeFirst()) !==
  undefined

/**
 * Takes the right to try one mail: of all who ask at once, one gets it.
 * @param nextOn moment of the next probe, by the number of probes that the server has answered; a server that is away answers none
 */
export async function takeProbe(
  db: PlatformDb,
  schoolId: string,
  { now, nextOn }: { now: Date; nextOn: (probes: number) => Date },
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('mail_stopped')
    .select(['probes', 'is_away'])
    .where('school_id', '=', schoolId)
    .where('utc_probe_on', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return undefined
  const probes = row.is_away ? 0 : row.probes + 1
  const next = nextOn(probes)
  await db.updateTable('mail_stopped').set({ utc_probe_on: next, probes }).where('school_id', '=', schoolId).execute()
  return next
}

/** Lists what is stopped, all mail first. */
export const listStops = (db: PlatformDb): Promise<StopRow[]> =>
  db
    .selectFrom('mail_stopped')
    .select(['school_id', 'words', 'utc_since', 'utc_probe_on'])
    .orderBy('school_id')
    .execute()
