import type { SchoolDb } from '@escola/db'

/** Numbers of rows of a run by what came of them. */
export type Counts = Record<string, number>

/** Subject of a run, which ends with it. */
export interface Subject {
  kind: 'school' | 'cohort' | 'template' | 'question'
  /** Null: the whole school. */
  id: string | null
}

/** Work over a school's rows in batches. */
export interface Run {
  id: string
  kind: string
  subjectId: string | null
  /** Class that students go to. */
  targetId: string | null
  /** The request, as JSON; null once the run has ended and forgot it. */
  input: unknown
  total: number
  /** Rows that were looked at. */
  done: number
  counts: Counts
  /** Last row that was looked at. */
  cursor: string
  askedBy: string | null
  askedOn: Date
  endedOn: Date | null
}

export interface NewRun extends Pick<Run, 'kind' | 'targetId' | 'input' | 'total' | 'askedBy' | 'askedOn'> {
  subject: Subject
  /** One run of a lane is open at a time. */
  lane: string
}

export interface Refusal {
  recordId: string
  why: string
}

/** Result of a batch. */
export interface Batch {
  done: number
  counts?: Counts
  /** Certificates that stay as they were, each with its reason. */
  refusals?: Refusal[]
  /** Last row that was looked at; left out: the cursor stays. */
  last?: string | undefined
  isMore: boolean
}

/** A table that keeps runs. */
export interface RunStore {
  find(db: SchoolDb, id: string): Promise<Run | undefined>
  /** Locks a run until the transaction ends. */
  lock(db: SchoolDb, id: string): Promise<Run | undefined>
  /** Counts a batch of a run that the caller has locked. */
  advance(db: SchoolDb, run: Run, batch: Batch): Promise<unknown>
  end(db: SchoolDb, id: string, ending: { on: Date; forgets: boolean }): Promise<unknown>
}

const selectRuns = (db: SchoolDb) =>
  db
    .selectFrom('runs')
    .select([
      'id',
      'kind',
      'subject_id as subjectId',
      'target_id as targetId',
      'input',
      'total',
      'done',
      'counts',
      'cursor',
      'asked_by as askedBy',
      'utc_asked_on as askedOn',
      'utc_ended_on as endedOn',
    ])
    .$narrowType<{ counts: Counts }>()

export const addCounts = (counts: Counts, further: Counts = {}): Counts => ({
  ...counts,
  ...Object.fromEntries(Object.entries(further).map(([word, count]) => [word, (counts[word] ?? 0) + count])),
})

export const runs: RunStore = {
  find: (db, id) => selectRuns(db).where('id', '=', id).executeTakeFirst(),
  lock: (db, id) => selectRuns(db).where('id', '=', id).forUpdate().executeTakeFirst(),
  advance: async (db, { id, done, counts, cursor }, { refusals = [], ...batch }) => {
    const refused = refusals.map(({ recordId, why }) => ({ run_id: id, record_id: recordId, why }))
    if (refused.length > 0) await db.insertInto('run_refusals').values(refused).execute()
    await db
      .updateTable('runs')
      .set({
        done: done + batch.done,
        counts: JSON.stringify(addCounts(counts, batch.counts)),
        cursor: batch.last ?? cursor,
      })
      .where('id', '=', id)
      .execute()
  },
  end: (db, id, { on, forgets }) =>
    db
      .updateTable('runs')
      .set({ utc_ended_on: on, ...(forgets && { input: null }) })
      .where('id', '=', id)
      .execute(),
}

/** @returns undefined while another run of the lane is open */
export async function insertRun(
  db: SchoolDb,
  { kind, subject, targetId, lane, input, total, askedBy, askedOn }: NewRun,
): Promise<Run | undefined> {
  const row = await db
    .insertInto('runs')
    .values({
      ...{ kind, subject_kind: subject.kind, subject_id: subject.id, target_id: targetId, lane, total },
      ...{ input: JSON.stringify(input), asked_by: askedBy, utc_asked_on: askedOn },
    })
    .onConflict((conflict) => conflict.columns(['school_id', 'lane']).where('utc_ended_on', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row && runs.find(db, row.id)
}

export const findLatestRun = (db: SchoolDb, lane: string): Promise<Run | undefined> =>
  selectRuns(db).where('lane', '=', lane).orderBy('id', 'desc').limit(1).executeTakeFirst()

export const endRunOfLane = (db: SchoolDb, lane: string, endedOn: Date) =>
  db
    .updateTable('runs')
    .set({ utc_ended_on: endedOn })
    .where('lane', '=', lane)
    .where('utc_ended_on', 'is', null)
    .execute()

/** Ends the open runs that are about a class or a template, or take students to that class. What they were asked is forgotten. */
export const endRunsOf = (db: SchoolDb, { kind, id }: Subject, endedOn: Date) =>
  db
    .updateTable('runs')
    .set({ utc_ended_on: endedOn, input: null })
    .where('utc_ended_on', 'is', null)
    .where((is) =>
      is.or([
        is.and([is('subject_kind', '=', kind), is('subject_id', '=', id)]),
        ...(kind === 'cohort' ? [is('target_id', '=', id)] : []),
      ]),
    )
    .execute()
