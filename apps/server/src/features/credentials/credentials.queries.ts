import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** The certificate's student. */
export const findSubject = (db: SchoolDb, code: string) =>
  db
    .selectFrom('certificates as t')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.school_id', '=', 't.school_id').onRef('m.user_id', '=', 't.user_id'),
    )
    .select(['m.user_id', 'm.email'])
    .where('t.code', '=', code)
    .executeTakeFirst()

/** Last number that the school's register has given. */
export async function findLastNumber(db: SchoolDb): Promise<number> {
  const register = await db.selectFrom('certificate_registers').select('last_number').executeTakeFirst()
  return register?.last_number ?? 0
}

/** Issues of this number behind the first, found by an index that holds no others. */
export const selectIssues = (db: SchoolDb, issue: number) =>
  db.selectFrom('certificates').select('id').where('number', '=', issue).where(sql<boolean>`number > 1`).limit(1)

/** Whether some certificate of a register that has any has an issue of this number; 0 stands for each as a whole. */
export const hasIssue = async (db: SchoolDb, issue: number): Promise<boolean> =>
  issue <= 1 || (await selectIssues(db, issue).executeTakeFirst()) !== undefined

/** Lists the register numbers of certificates that were revoked, or whose issue of this number was replaced. */
export async function listRevokedNumbers(
  db: SchoolDb,
  { issue, from, before }: { issue: number; from: number; before: number },
): Promise<number[]> {
  const { rows } = await sql<{ register_number: number }>`
    select r.register_number from certificate_records r
    where r.school_id = ${thisSchool} and r.register_number >= ${from} and r.register_number < ${before}
      and (r.utc_revoked_on is not null or exists (select from certificates t
        where t.school_id = ${thisSchool} and t.record_id = r.id and t.number = ${issue} and t.utc_replaced_on is not null))`.execute(
    db,
  )
  return rows.map(({ register_number }) => register_number)
}

export const findSchoolName = (db: SchoolDb) => db.selectFrom('schools').select('name').executeTakeFirstOrThrow()
