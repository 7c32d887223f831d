import { Term } from '@escola/contract/terms'
import type { SchoolDb } from '@escola/db'
import type { Clock } from '../../core/tools.ts'
import { endOldTerm } from '../../jobs/runs/old-runs.queries.ts'
import type { Batch, Run } from '../../jobs/runs/runs.queries.ts'
import { beginRun, type RunKind } from '../../jobs/runs/runs.ts'
import type { SoldItems } from './sale-keys.service.ts'
import * as queries from './term-changes.queries.ts'
import { applyTerm } from './terms.service.ts'

/** Students of one transaction, so that others never wait long for it. */
const studentsAtOnce = 1000

interface AskedChange {
  cohortId: string
  /** Null: the integration leaves it to the class from now on. */
  term: Term | null
  askedBy: string
  /** Integration whose term it is, with what that has sold to the class; left out: that of the class itself. */
  integration?: { id: string; sold: SoldItems }
}

interface Input {
  /** Null: that of the class. */
  term: Term | null
  /** Sales of an integration to the class, for which alone the term is meant: the integration may sell other products when the job goes on. */
  sold?: SoldItems | undefined
  last_grant_id: string
}

/**
 * Applies a term to all who are in the class and follow it: to the first students at once, and to the others by a job. The caller holds the class, so
 * no student joins meanwhile; a change of the same term that is still under way ends, because this one takes its place.
 */
export async function startTermChange(
  db: SchoolDb,
  { cohortId, term, askedBy, integration }: AskedChange,
  { now }: Clock,
  atOnce = studentsAtOnce,
): Promise<void> {
  const input: Input = { term, sold: integration?.sold, last_grant_id: (await queries.findLastGrant(db))?.id ?? '0' }
  await endOldTerm(db, { cohortId, integrationId: integration?.id ?? null }, now())
  const asked = {
    kind: 'term',
    subject: { kind: 'cohort' as const, id: cohortId },
    targetId: null,
    lane: ['term', cohortId, integration?.id].filter(Boolean).join(' '),
    input,
    total: await queries.countStudents(db, cohortId),
    askedBy,
    askedOn: now(),
  }
  await beginRun(db, asked, (run) => applyToNext(db, run, atOnce))
}

async function applyToNext(db: SchoolDb, { subjectId, input, cursor }: Run, atOnce: number): Promise<Batch> {
  const { term, sold, last_grant_id: lastGrantId } = input as Input
  const cohortId = subjectId!
  const userIds = await queries.lockNextStudents(db, { cohortId, after: cursor, limit: atOnce })
  const newTerm = { cohortId, term: term && Term.parse(term), sold }
  if (userIds.length > 0) await applyTerm(db, newTerm, { userIds, lastGrantId })
  return { done: userIds.length, last: userIds.at(-1), isMore: userIds.length === atOnce }
}

/** New terms of classes. The timeline of a student reads what was asked for, so it is kept. Each locks its run before the enrolments, as a deletion does. */
export const termRun: RunKind = {
  kind: 'term',
  atOnce: studentsAtOnce,
  forgets: false,
  prepare:
    async (_, { db, atOnce }) =>
    (run) =>
      applyToNext(db, run, atOnce),
}
