import type { BulkAction, BulkSelection } from '@escola/contract/bulk-changes.contract'
import type { SchoolDb } from '@escola/db'

/** Students of a batch by what came of them. */
export interface Outcome {
  changed: number
  unchanged: number
  cohort_full: number
  enrollment_closed: number
  administrators: number
  mail_limit: number
}

export interface ChangeRow extends Outcome {
  id: string
  action: BulkAction
  cohort_id: string | null
  from_cohort_id: string | null
  title: string | null
  total: number
  asked_by: string
  utc_asked_on: Date
  utc_ended_on: Date | null
}

const selectChanges = (db: SchoolDb) =>
  db
    .selectFrom('bulk_changes as b')
    .leftJoin('cohorts as h', (join) => join.onRef('h.school_id', '=', 'b.school_id').onRef('h.id', '=', 'b.cohort_id'))
    .select([
      'b.id',
      'b.action',
      'b.cohort_id',
      'b.from_cohort_id',
      'h.title',
      'b.total',
      'b.changed',
      'b.unchanged',
      'b.cohort_full',
      'b.enrollment_closed',
      'b.administrators',
      'b.mail_limit',
      'b.asked_by',
      'b.utc_asked_on',
      'b.utc_ended_on',
    ])
    .$narrowType<{ action: BulkAction }>()

export const findChange = (db: SchoolDb, id: string): Promise<ChangeRow | undefined> =>
  selectChanges(db).where('b.id', '=', id).executeTakeFirst()

export const findLatestChange = (db: SchoolDb): Promise<ChangeRow | undefined> =>
  selectChanges(db).orderBy('b.id', 'desc').limit(1).executeTakeFirst()

/** Locks a change that is under way until the transaction ends; undefined when it has ended, or its class is gone. */
export const lockChange = (db: SchoolDb, id: string) =>
  db
    .selectFrom('bulk_changes')
    .where('id', '=', id)
    .where('utc_ended_on', 'is', null)
    .select(['last_user_id', 'selection'])
    .forUpdate()
    .executeTakeFirst()

/** @returns the id; undefined while another change of the school is under way */
export async function insertChange(
  db: SchoolDb,
  {
    selection,
    ...change
  }: {
    action: BulkAction
    cohort_id: string | null
    from_cohort_id: string | null
    selection: BulkSelection
    total: number
    asked_by: string
    utc_asked_on: Date
  },
): Promise<string | undefined> {
  const row = await db
    .insertInto('bulk_changes')
    .values({ ...change, selection: JSON.stringify(selection) })
    .onConflict((conflict) => conflict.columns(['school_id']).where('utc_ended_on', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export const advanceChange = (db: SchoolDb, id: string, { last, ...outcome }: Outcome & { last: string }) =>
  db
    .updateTable('bulk_changes')
    .set((is) => ({
      changed: is('changed', '+', outcome.changed),
      unchanged: is('unchanged', '+', outcome.unchanged),
      cohort_full: is('cohort_full', '+', outcome.cohort_full),
      enrollment_closed: is('enrollment_closed', '+', outcome.enrollment_closed),
      administrators: is('administrators', '+', outcome.administrators),
      mail_limit: is('mail_limit', '+', outcome.mail_limit),
      last_user_id: last,
    }))
    .where('id', '=', id)
    .execute()

/** Ends a change, and forgets who was selected and how. */
export const endChange = (db: SchoolDb, id: string, endedOn: Date) =>
  db.updateTable('bulk_changes').set({ utc_ended_on: endedOn, selection: null }).where('id', '=', id).execute()

/** Locks these students in order until the transaction ends: none is erased, made administrator or written to meanwhile. */
export const lockStudents = (db: SchoolDb, userIds: string[]) =>
  db
    .selectFrom('memberships')
    .where('is_student', '=', true)
    .where((is) => is('user_id', '=', is.fn.any(is.val(userIds))))
    .select(['user_id', 'name', 'email', 'cellphone', 'is_admin'])
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute()
