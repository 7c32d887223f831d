import type { SchoolDb } from '@escola/db'
import type { Run, RunStore } from './runs.queries.ts'

// Runs that a process of release 1.0 has begun have tables of their own, and jobs that do what is left of them. No process of this release begins such a
// run; the next release deletes this file, the jobs and the tables.

interface Query<Row> {
  executeTakeFirst(): Promise<Row | undefined>
  forUpdate(): Query<Row>
}
type OldRun = Omit<Run, 'id' | 'targetId' | 'counts' | 'askedBy'> & Partial<Run>

/** Makes the store of a table, whose rows are read as runs. */
function storeOf<Row>(
  select: (db: SchoolDb, id: string) => Query<Row>,
  toRun: (row: Row) => OldRun,
  writes: Pick<RunStore, 'advance' | 'end'>,
): RunStore {
  const read = async (id: string, query: Query<Row>): Promise<Run | undefined> => {
    const row = await query.executeTakeFirst()
    return row && { id, targetId: null, counts: {}, askedBy: null, ...toRun(row) }
  }
  return {
    find: (db, id) => read(id, select(db, id)),
    lock: (db, id) => read(id, select(db, id).forUpdate()),
    ...writes,
  }
}

export const oldMoves = storeOf(
  (db, id) => db.selectFrom('moves').selectAll().where('id', '=', id),
  (row) => ({
    kind: 'move',
    subjectId: row.cohort_id,
    targetId: row.target_id,
    input: { enrolled_until: row.utc_enrolled_until.toISOString() },
    total: row.total,
    done: row.moved,
    counts: { changed: row.moved },
    cursor: row.last_user_id,
    askedBy: row.asked_by,
    askedOn: row.utc_asked_on,
    endedOn: row.utc_ended_on,
  }),
  {
    advance: (db, { id, cursor }, { counts, last = cursor }) =>
      db
        .updateTable('moves')
        .set((is) => ({ moved: is('moved', '+', counts?.changed ?? 0), last_user_id: last }))
        .where('id', '=', id)
        .execute(),
    end: (db, id, { on }) => db.updateTable('moves').set({ utc_ended_on: on }).where('id', '=', id).execute(),
  },
)

const outcomes = ['changed', 'unchanged', 'cohort_full', 'enrollment_closed', 'administrators', 'mail_limit'] as const

export const oldChanges = storeOf(
  (db, id) => db.selectFrom('bulk_changes').selectAll().where('id', '=', id),
  (row) => {
    const isBetween = row.action === 'move' || row.action === 'dissolve'
    return {
      kind: row.action,
      subjectId: isBetween ? row.from_cohort_id : row.cohort_id,
      targetId: isBetween ? row.cohort_id : null,
      input: row.selection,
      total: row.total,
      done: outcomes.reduce((sum, each) => sum + row[each], 0),
      counts: Object.fromEntries(outcomes.map((each) => [each, row[each]])),
      cursor: row.last_user_id,
      askedBy: row.asked_by,
      askedOn: row.utc_asked_on,
      endedOn: row.utc_ended_on,
    }
  },
  {
    advance: (db, { id, cursor, counts: before }, { counts = {}, last = cursor }) =>
      db
        .updateTable('bulk_changes')
        .set({
          ...Object.fromEntries(outcomes.map((each) => [each, (before[each] ?? 0) + (counts[each] ?? 0)])),
          last_user_id: last,
        })
        .where('id', '=', id)
        .execute(),
    end: (db, id, { on }) =>
      db.updateTable('bulk_changes').set({ utc_ended_on: on, selection: null }).where('id', '=', id).execute(),
  },
)

export const oldTerms = storeOf(
  (db, id) => db.selectFrom('term_changes').selectAll().where('id', '=', id),
  (row) => ({
    kind: 'term',
    subjectId: row.cohort_id,
    input: { term: row.term, sold: row.sold ?? undefined, last_grant_id: row.last_grant_id },
    total: row.total,
    done: row.done,
    cursor: row.last_user_id,
    askedOn: row.utc_asked_on,
    endedOn: row.utc_ended_on,
  }),
  {
    advance: (db, { id, cursor }, { done, last = cursor }) =>
      db
        .updateTable('term_changes')
        .set((is) => ({ done: is('done', '+', done), last_user_id: last }))
        .where('id', '=', id)
        .execute(),
    end: (db, id, { on }) => db.updateTable('term_changes').set({ utc_ended_on: on }).where('id', '=', id).execute(),
  },
)

/** Ends the open change of a class's term, or of an integration's: a new one takes its place. */
export const endOldTerm = (
  db: SchoolDb,
  { cohortId, integrationId }: { cohortId: string; integrationId: string | null },
  endedOn: Date,
) =>
  db
    .updateTable('term_changes')
    .set({ utc_ended_on: endedOn })
    .where('cohort_id', '=', cohortId)
    .where('integration_id', 'is not distinct from', integrationId)
    .where('utc_ended_on', 'is', null)
    .execute()

export const oldReissues = storeOf(
  (db, id) => db.selectFrom('certificate_reissues').selectAll().where('id', '=', id),
  (row) => ({
    kind: 'reissue',
    subjectId: row.template_id,
    input: { until_record_id: row.until_record_id },
    total: row.total,
    done: row.done,
    counts: { reissued: row.reissued },
    cursor: row.last_record_id,
    askedOn: row.utc_asked_on,
    endedOn: row.utc_ended_on,
  }),
  {
    advance: async (db, { id, cursor }, { done, counts, refusals = [], last = cursor }) => {
      const refused = refusals.map(({ recordId, why }) => ({ reissue_id: id, record_id: recordId, why }))
      if (refused.length > 0) await db.insertInto('certificate_reissue_refusals').values(refused).execute()
      await db
        .updateTable('certificate_reissues')
        .set((is) => ({
          done: is('done', '+', done),
          reissued: is('reissued', '+', counts?.reissued ?? 0),
          last_record_id: last,
        }))
        .where('id', '=', id)
        .execute()
    },
    end: (db, id, { on }) =>
      db.updateTable('certificate_reissues').set({ utc_ended_on: on }).where('id', '=', id).execute(),
  },
)

/** Finds the latest re-issue of a template's certificates that release 1.0 has begun: its refusals are shown until there is a run. */
export async function findOldReissue(db: SchoolDb, templateId: string): Promise<Run | undefined> {
  const all = db.selectFrom('certificate_reissues').where('template_id', '=', templateId)
  const latest = await all.select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return latest && oldReissues.find(db, latest.id)
}

/**
 * Imports that are being undone. The kind counts in the import itself, so nothing is left to count here.
 * @param month month in which the undoing was asked for; jobs of release 1.0 have none
 */
export const oldUndos = (month: string | undefined) =>
  storeOf(
    (db, id) =>
      db
        .selectFrom('imports')
        .select(['id', 'cohort_id', 'undo_status', 'undo_total', 'undone_by', 'utc_created_on'])
        .where('id', '=', id),
    (row) => ({
      kind: 'undo',
      subjectId: row.cohort_id,
      input: { import_id: row.id, month },
      total: row.undo_total,
      done: 0,
      cursor: '0',
      askedBy: row.undone_by,
      askedOn: row.utc_created_on,
      endedOn: row.undo_status === 'running' ? null : row.utc_created_on,
    }),
    { advance: async () => undefined, end: async () => undefined },
  )
