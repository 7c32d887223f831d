import type { Term } from '@escola/contract/terms'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { workInBatches } from '../../jobs/in-batches.ts'
import type { SoldItems } from './sale-keys.service.ts'
import * as queries from './term-changes.queries.ts'
import { applyTerm, readTerm } from './terms.service.ts'

type Clock = Pick<Tools, 'now'>

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
  const values = {
    cohort_id: cohortId,
    term: term && JSON.stringify(term),
    integration_id: integration?.id ?? null,
    sold: integration ? JSON.stringify(integration.sold) : null,
    asked_by: askedBy,
  }
  await queries.endChangeOf(db, values, now())
  const change = await queries.insertChange(db, values, now())
  const job = integration ? jobs.applySoldTerm : jobs.applyTerm
  if (await applyToNext(db, change, { now }, atOnce)) await enqueue(db, job, { changeId: change.id })
}

/** Applies the term of a change to all students who are left, some in each transaction, which also records how far it is. */
export const continueTermChange = (
  school: School,
  changeId: string,
  tools: Clock,
  signal: AbortSignal,
  atOnce = studentsAtOnce,
): Promise<void> =>
  workInBatches(school, signal, async (db) => {
    const change = await queries.lockChange(db, changeId)
    return change !== undefined && applyToNext(db, change, tools, atOnce)
  })

/** @returns whether students are left */
async function applyToNext(
  db: SchoolDb,
  { id, cohortId, term, sold, ...change }: queries.TermChange,
  { now }: Clock,
  atOnce: number,
): Promise<boolean> {
  const userIds = await queries.lockNextStudents(db, { cohortId, ...change }, atOnce)
  if (userIds.length > 0) {
    const newTerm = { cohortId, term: term === null ? null : readTerm(term), sold: sold ?? undefined }
    await applyTerm(db, newTerm, { ...change, userIds })
    await queries.advanceChange(db, id, { done: userIds.length, last: userIds.at(-1)! })
  }
  const isMore = userIds.length === atOnce
  if (!isMore) await queries.endChange(db, id, now())
  return isMore
}

/** Ends a change whose job has used up its tries; the students who are left keep the term that they have. */
export const stopTermChange = (school: School, changeId: string, { now }: Clock) =>
  school.tx(async (db) => {
    if (await queries.lockChange(db, changeId)) await queries.endChange(db, changeId, now())
  })
