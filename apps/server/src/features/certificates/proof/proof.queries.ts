import type { SchoolDb } from '@escola/db'
import { CertificateFacts } from '../issuing/facts.ts'

export async function listOf(db: SchoolDb, userId: string) {
  const rows = await db
    .selectFrom('certificates as t')
    .leftJoin('courses as c', (join) => join.onRef('c.school_id', '=', 't.school_id').onRef('c.id', '=', 't.course_id'))
    .select([
      't.id',
      't.course_id',
      't.facts',
      't.code',
      't.status',
      't.utc_completed_on',
      't.utc_issued_on',
      'c.link as course_link',
    ])
    .where('t.user_id', '=', userId)
    .where('t.utc_replaced_on', 'is', null)
    .orderBy('t.utc_issued_on', 'desc')
    .orderBy('t.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, facts: CertificateFacts.parse(row.facts) }))
}

/** With the stored file that its PDF became, once it did. */
export const findPdf = (db: SchoolDb, id: string) =>
  db
    .selectFrom('certificates as t')
    .leftJoin('files as f', (join) =>
      join.onRef('f.school_id', '=', 't.school_id').onRef('f.storage_key', '=', 't.storage_key'),
    )
    .select(['t.user_id', 't.status', 'f.id as file_id'])
    .where('t.id', '=', id)
    .executeTakeFirst()

export async function findByCode(db: SchoolDb, code: string) {
  const row = await db
    .selectFrom('certificates as t')
    .leftJoin('certificate_records as r', (join) =>
      join.onRef('r.school_id', '=', 't.school_id').onRef('r.id', '=', 't.record_id'),
    )
    .select([
      't.code',
      't.number',
      't.facts',
      't.sha256',
      't.utc_completed_on',
      't.utc_issued_on',
      't.utc_replaced_on',
      'r.utc_revoked_on',
      'r.revoked_why',
    ])
    .where('t.code', '=', code)
    .executeTakeFirst()
  return row && { ...row, facts: CertificateFacts.parse(row.facts) }
}
