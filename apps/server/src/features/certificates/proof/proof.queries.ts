import type { ShownFacts } from '@escola/contract/certificates.contract'
import type { SchoolDb } from '@escola/db'
import { CertificateFacts } from '../issuing/facts.ts'

export async function listOf(db: SchoolDb, userId: string) {
  const rows = await db
    .selectFrom('certificates as t')
    .innerJoin('certificate_records as r', (join) =>
      join.onRef('r.school_id', '=', 't.school_id').onRef('r.id', '=', 't.record_id'),
    )
    .leftJoin('courses as c', (join) => join.onRef('c.school_id', '=', 't.school_id').onRef('c.id', '=', 't.course_id'))
    .leftJoin('memberships as m', (join) =>
      join.onRef('m.school_id', '=', 't.school_id').onRef('m.user_id', '=', 't.user_id'),
    )
    .select([
      'm.name as name_today',
      'r.utc_student_reissued_on',
      't.id',
      't.course_id',
      't.facts',
      't.code',
      't.status',
      't.utc_completed_on',
      't.utc_issued_on',
      'c.link as course_link',
      'r.utc_revoked_on',
      'r.revoked_why',
      'r.shows_hours',
      'r.shows_syllabus',
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
    .leftJoin('certificate_records as r', (join) =>
      join.onRef('r.school_id', '=', 't.school_id').onRef('r.id', '=', 't.record_id'),
    )
    .select(['t.user_id', 't.status', 'f.id as file_id', 'r.utc_revoked_on'])
    .where('t.id', '=', id)
    .executeTakeFirst()

export const isBlocked = async (db: SchoolDb): Promise<boolean> =>
  (await db.selectFrom('schools').select('is_blocked').executeTakeFirstOrThrow()).is_blocked

export async function findByCode(db: SchoolDb, code: string) {
  const row = await db
    .selectFrom('certificates as t')
    .leftJoin('certificate_records as r', (join) =>
      join.onRef('r.school_id', '=', 't.school_id').onRef('r.id', '=', 't.record_id'),
    )
    .select([
      't.code',
      't.user_id',
      't.record_id',
      't.number',
      't.facts',
      't.status',
      't.utc_completed_on',
      't.utc_issued_on',
      't.utc_replaced_on',
      'r.utc_revoked_on',
      'r.revoked_why',
      'r.register_number',
      'r.register_book',
      'r.shows_hours',
      'r.shows_syllabus',
    ])
    .where('t.code', '=', code)
    .executeTakeFirst()
  return row && { ...row, facts: CertificateFacts.parse(row.facts) }
}

/** Issues of a certificate that were drawn, newest first. */
export const listIssues = (db: SchoolDb, recordId: string) =>
  db
    .selectFrom('certificates')
    .select(['number', 'sha256', 'utc_issued_on', 'utc_replaced_on'])
    .where('record_id', '=', recordId)
    .where('sha256', 'is not', null)
    .$narrowType<{ sha256: string }>()
    .orderBy('number', 'desc')
    .execute()

/** @returns whether the student has such a certificate */
export async function setShown(db: SchoolDb, { id, userId, shown }: { id: string; userId: string; shown: ShownFacts }) {
  const { numUpdatedRows } = await db
    .updateTable('certificate_records')
    .set({ shows_hours: shown.shows_hours, shows_syllabus: shown.shows_syllabus })
    .where('user_id', '=', userId)
    .where('id', '=', (is) => is.selectFrom('certificates').select('record_id').where('id', '=', id))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Facts of a certificate that was drawn and may be shown: a revoked one, and one whose student was erased, may not. */
export async function findShared(db: SchoolDb, code: string) {
  const [row, school] = await Promise.all([
    db
      .selectFrom('certificates as t')
      .innerJoin('certificate_records as r', (join) =>
        join.onRef('r.school_id', '=', 't.school_id').onRef('r.id', '=', 't.record_id'),
      )
      .select(['t.code', 't.facts'])
      .where('t.code', '=', code)
      .where('t.status', '=', 'ready')
      .where('t.user_id', 'is not', null)
      .where('r.utc_revoked_on', 'is', null)
      .executeTakeFirst(),
    db.selectFrom('schools').select('ui_theme').executeTakeFirstOrThrow(),
  ])
  return row && { ...row, ...school, facts: CertificateFacts.parse(row.facts) }
}
