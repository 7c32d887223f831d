import type { PlatformDb } from '@escola/db'
import { sql } from 'kysely'

/** Undefined once the person has left the school. */
export async function findPersonAndSchool(db: PlatformDb, userId: string, schoolId: string) {
  const [member, account] = await Promise.all([
    db
      .selectFrom('memberships')
      .where('school_id', '=', schoolId)
      .where('user_id', '=', userId)
      .select(['name', 'is_admin', 'is_student'])
      .executeTakeFirst(),
    db
      .selectFrom('users as u')
      .innerJoin('schools as c', (join) => join.on('c.id', '=', schoolId))
      .where('u.id', '=', userId)
      .select([
        'u.email',
        'c.id',
        'c.name as school_name',
        'c.namespace',
        'c.logo_square_key',
        sql<boolean>`u.password_hash is not null and u.utc_email_confirmed_on is not null`.as('is_claimed'),
      ])
      .executeTakeFirst(),
  ])
  return member && account && { ...account, ...member }
}

export const findSchoolVisibility = (db: PlatformDb, schoolId: string) =>
  db.selectFrom('schools').where('id', '=', schoolId).select(['is_private', 'is_blocked']).executeTakeFirst()
