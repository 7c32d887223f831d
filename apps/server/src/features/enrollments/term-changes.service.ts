import type { Term } from '@escola/contract/terms'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { workInBatches } from '../../jobs/in-batches.ts'
import * as queries from './term-changes.queries.ts'
import { applyTerm, readTerm } from './terms.service.ts'

type Clock = Pick<Tools, 'now'>

/** Students of one transaction, so that others never wait long for it. */
const studentsAtOnce = 1000

/**
 * Applies a term to all who are in the class and follow it: to the first students at once, and to the others by a job. The caller holds the class, so
 * no student joins meanwhile; a change that is still under way ends, because this one takes its place.
 */
export async function startTermChange(
  db: SchoolDb,
  { cohortId, term, askedBy }: { cohortId: string; term: Term; askedBy: string },
  { now }: Clock,
  atOnce = studentsAtOnce,
): Promise<void> {
  await queries.endChangeOf(db, cohortId, now())
  const change = await queries.insertChange(db, { cohortId, term: JSON.stringify(term), askedBy }, now())
  if (await applyToNext(db, change, { now }, atOnce)) await enqueue(db, jobs.applyTerm, { changeId: change.id })
}

/** Applies the term of a change to all students who are left, some in each transaction, which also notes how far it is. */
export const continueTermChange = (
  school: School,
  changeId: string,
  tools: Clock,
  signal: AbortSignal,
  atOnce = studentsAtOnce,
): Promise<void> =>
  workInBatches(school, signal, async (db) => {
    const change = await queries.holdChange(db, changeId)
    return change !== undefined && applyToNext(db, change, tools, atOnce)
  })

/** @returns whether students are left */
async function applyToNext(
  db: SchoolDb,
  { id, term, ...change }: queries.TermChange,
  { now }: Clock,
  atOnce: number,
): Promise<boolean> {
  const userIds = await queries.holdNextStudents(db, change, atOnce)
  if (userIds.length > 0) {
    await applyTerm(db, { ...change, term: readTerm(term), userIds })
    await queries.advanceChange(db, id, { done: userIds.length, last: userIds.at(-1)! })
  }
  const isMore = userIds.length === atOnce
  if (!isMore) await queries.endChange(db, id, now())
  return isMore
}

/** Ends a change whose job has used up its tries; the students who are left keep the term that they have. */
export const stopTermChange = (school: School, changeId: string, { now }: Clock) =>
  school.tx(async (db) => {
    if (await queries.holdChange(db, changeId)) await queries.endChange(db, changeId, now())
  })
