import type { PlatformDb, SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export async function findPublicCohort(db: SchoolDb | PlatformDb, schoolId: string | typeof thisSchool) {
  const { rows } = await sql<{ id: string; is_hidden: boolean; term: string }>`
    select id, is_hidden, term::text as term from cohorts where school_id = ${schoolId} and is_public`.execute(db)
  return rows[0]
}
