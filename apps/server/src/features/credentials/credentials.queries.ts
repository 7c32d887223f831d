import type { SchoolDb } from '@escola/db'

/** E-mail of the certificate's student. */
export const findSubject = (db: SchoolDb, code: string) =>
  db
    .selectFrom('certificates as t')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.school_id', '=', 't.school_id').onRef('m.user_id', '=', 't.user_id'),
    )
    .select('m.email')
    .where('t.code', '=', code)
    .executeTakeFirst()

/** Last number that the school's register has given. */
export async function findLastNumber(db: SchoolDb): Promise<number> {
  const register = await db.selectFrom('certificate_registers').select('last_number').executeTakeFirst()
  return register?.last_number ?? 0
}

export async function listRevokedNumbers(db: SchoolDb, from: number, before: number): Promise<number[]> {
  const rows = await db
    .selectFrom('certificate_records')
    .select('register_number')
    .where('register_number', '>=', from)
    .where('register_number', '<', before)
    .where('utc_revoked_on', 'is not', null)
    .$narrowType<{ register_number: number }>()
    .execute()
  return rows.map(({ register_number }) => register_number)
}

export const findSchoolName = (db: SchoolDb) => db.selectFrom('schools').select('name').executeTakeFirstOrThrow()
