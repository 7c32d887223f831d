import { yearOf } from '@escola/contract/time'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { CertificateFacts } from '../issuing/facts.ts'
import { lockRecord } from '../issuing/records.queries.ts'

export async function findPrint(db: SchoolDb, id: string) {
  const [certificate, school] = await Promise.all([
    db
      .selectFrom('certificates')
      .select([
        'user_id',
        'record_id',
        'status',
        'code',
        'number',
        'salt',
        'sealed_cpf',
        'facts',
        'utc_completed_on',
        'utc_issued_on',
      ])
      .where('user_id', 'is not', null)
      .$narrowType<{ user_id: string; record_id: string }>()
      .select((is) => is('utc_replaced_on', 'is not', null).$castTo<boolean>().as('follows_another'))
      .where('id', '=', id)
      .executeTakeFirst(),
    db.selectFrom('schools').select(['ui_theme', 'namespace']).executeTakeFirstOrThrow(),
  ])
  return certificate && { ...certificate, ...school, facts: CertificateFacts.parse(certificate.facts) }
}

/**
 * Gives the certificate its number in the school's register when it has none yet: the next one without a gap, in the book of the year. Its
 * transaction is short, because one counter numbers a whole school.
 */
export async function takeRegisterNumber(db: SchoolDb, recordId: string, now: Date) {
  const { register_number, register_book } = await lockRecord(db, recordId)
  if (register_number !== null && register_book !== null) return { number: register_number, book: register_book }
  const { rows } = await sql<{ last_number: number }>`
    insert into certificate_registers as r (school_id, last_number) values (${thisSchool}, 1)
    on conflict (school_id) do update set last_number = r.last_number + 1 returning last_number`.execute(db)
  const given = { number: rows[0]!.last_number, book: yearOf(now) }
  await db
    .updateTable('certificate_records')
    .set({ register_number: given.number, register_book: given.book })
    .where('id', '=', recordId)
    .execute()
  return given
}

/**
 * Only for the one run that found it not yet ready: puts it in the place of the issue before it, unless a later one has that place. The
 * certificate's record must be held.
 * @returns whether it is the current one now; undefined for every other run
 */
export async function markReady(
  db: SchoolDb,
  id: string,
  { storageKey, sha256 }: { storageKey: string; sha256: string },
  now: Date,
) {
  const own = await db
    .selectFrom('certificates as t')
    .leftJoin('certificates as e', (join) =>
      join
        .onRef('e.school_id', '=', 't.school_id')
        .onRef('e.record_id', '=', 't.record_id')
        .onRef('e.id', '<>', 't.id')
        .on('e.utc_replaced_on', 'is', null),
    )
    .select(['t.number', 't.utc_replaced_on', 'e.id as current_id', 'e.number as current_number'])
    .where('t.id', '=', id)
    .where('t.status', '<>', 'ready')
    .executeTakeFirst()
  if (!own) return undefined
  const isLate = own.current_number !== null && own.current_number > own.number
  if (own.current_id !== null && !isLate) await replace(db, own.current_id, now)
  const utc_replaced_on = isLate ? own.utc_replaced_on : null
  await db
    .updateTable('certificates')
    .set({ status: 'ready', storage_key: storageKey, sha256, failure: null, utc_replaced_on })
    .where('id', '=', id)
    .execute()
  return utc_replaced_on === null
}

const replace = (db: SchoolDb, id: string, now: Date) =>
  db.updateTable('certificates').set({ utc_replaced_on: now }).where('id', '=', id).execute()

export const markFailed = (db: SchoolDb, id: string, failure: string | null) =>
  db
    .updateTable('certificates')
    .set({ status: 'failed', failure })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()

/** The PDF of every issue, replaced ones too. */
export const namedPdfs = (db: SchoolDb) =>
  db
    .selectFrom('certificates as t')
    .innerJoin('files as f', (join) =>
      join.onRef('f.school_id', '=', 't.school_id').onRef('f.storage_key', '=', 't.storage_key'),
    )
    .select(['f.school_id', 'f.id'])
