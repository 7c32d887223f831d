import type { PlatformDb, Tables } from '@escola/db'
import type { Insertable } from 'kysely'
import { isOfTeam } from '../../team/conditions.queries.ts'

/** Undefined once the person has left the school. */
export async function findPersonAndSchool(db: PlatformDb, userId: string, schoolId: string) {
  const [member, account] = await Promise.all([
    db
      .selectFrom('memberships')
      .where('school_id', '=', schoolId)
      .where('user_id', '=', userId)
      .select(['name', 'is_student', isOfTeam('memberships').as('is_team')])
      .executeTakeFirst(),
    db
      .selectFrom('users as u')
      .innerJoin('schools as c', (join) => join.on('c.id', '=', schoolId))
      .where('u.id', '=', userId)
      .select(['u.email', 'c.id', 'c.name as school_name', 'c.namespace', 'c.logo_square_key'])
      .executeTakeFirst(),
  ])
  return member && account && { ...account, ...member }
}

export const findSchoolVisibility = (db: PlatformDb, schoolId: string) =>
  db
    .selectFrom('schools')
    .where('id', '=', schoolId)
    .select(['id', 'namespace', 'is_private', 'is_blocked'])
    .executeTakeFirst()

/** Lists the schools since a moment that a user administers, made by themselves or by another user. */
export const listNewSchools = (db: PlatformDb, { userId, since }: { userId: string; since: Date }) =>
  db
    .selectFrom('person_schools as p')
    .innerJoin('schools as c', 'c.id', 'p.school_id')
    .where('p.user_id', '=', userId)
    .where(isOfTeam('p'))
    .where('c.utc_created_on', '>', since)
    .select(['c.id', 'c.name'])
    .orderBy('c.id')
    .execute()

/** Tells whether a user has made a school: its maker alone accepts the platform's terms for it. */
export const isMaker = async (db: PlatformDb, { userId, schoolId }: { userId: string; schoolId: string }) =>
  (await db
    .selectFrom('consents')
    .where('school_id', '=', schoolId)
    .where('user_id', '=', userId)
    .where('whose', '=', 'platform')
    .select('school_id')
    .limit(1)
    .executeTakeFirst()) !== undefined

export const findSchoolSummary = (db: PlatformDb, schoolId: string) =>
  db.selectFrom('schools').where('id', '=', schoolId).select(['id', 'name', 'namespace']).executeTakeFirstOrThrow()

export type Consent = Insertable<Tables['consents']>

export const insertConsents = (db: PlatformDb, rows: Consent[]) => db.insertInto('consents').values(rows).execute()

/** Lists what a user has accepted, in all their schools. */
export async function listConsents(db: PlatformDb, userId: string): Promise<Consent[]> {
  const schools = await db.selectFrom('person_schools').where('user_id', '=', userId).select('school_id').execute()
  const given = schools.map(({ school_id }) =>
    db
      .selectFrom('consents')
      .where('school_id', '=', school_id)
      .where('user_id', '=', userId)
      .select(['school_id', 'user_id', 'whose', 'page', 'version', 'way', 'utc_given_on'])
      .execute(),
  )
  return (await Promise.all(given)).flat()
}
