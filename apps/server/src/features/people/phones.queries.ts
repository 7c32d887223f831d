import { countryPattern } from '@escola/contract/phones'
import { isWithoutCountry, type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export async function countWithoutCountry(db: SchoolDb): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from memberships m
    where m.school_id = ${thisSchool} and m.is_student and ${isWithoutCountry(countryPattern)}`.execute(db)
  return rows[0]!.total
}
