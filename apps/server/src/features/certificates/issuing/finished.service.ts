import type { SchoolDb } from '@escola/db'
import type { School } from '../../../core/scope.ts'
import type { Clock } from '../../../core/tools.ts'
import { jobs } from '../../../jobs/catalogue.ts'
import { workInBatches } from '../../../jobs/in-batches.ts'
import { planNext } from '../../../jobs/scheduled-jobs.ts'
import { listIssuingTemplates } from '../templates/templates.queries.ts'
import { findNextDue, hasHeld, isPaused, listFinished, listHeld } from './finished.queries.ts'
import { givesCertificates } from './issuing.queries.ts'
import { issueFirst, nextLook, nextTry, retryHeld } from './issuing.service.ts'
import { issuingOf } from './template-choice.ts'

const batch = 200

/**
 * Issues the certificates of a template to those who had finished before it was for them, some at a time. A run that is killed, or runs twice,
 * goes on with the students who have none.
 */
export async function issueFinished(
  school: School,
  { templateId }: { templateId: string },
  { now }: Clock,
  signal: AbortSignal,
): Promise<void> {
  let last: string | undefined
  await workInBatches(school, signal, async (db) => {
    const issued = await issueBatch(db, templateId, now())
    const isMore = issued !== undefined && issued !== last
    last = issued
    return isMore
  })
}

/** @returns the students; undefined where there are none, or the template no longer issues automatically */
async function issueBatch(db: SchoolDb, templateId: string, now: Date): Promise<string | undefined> {
  const saved = await listIssuingTemplates(db)
  const template = saved.find(({ id }) => id === templateId)
  if (!template?.is_automatic || !(await givesCertificates(db))) return undefined
  const issuing = await issuingOf(db, template, saved)
  const found = await listFinished(db, issuing, { limit: batch, now })
  if (!found) return undefined
  const { courseId, userIds } = found
  const subject = courseId === null ? { sumId: templateId } : { courseId }
  const courseIds = courseId === null ? issuing.courseIds : [courseId]
  await issueFirst(db, { template, subject, courseIds, userIds }, now)
  return `${courseId}:${userIds.join()}`
}

/** Issues the certificates whose days of study are over, or that can be printed by now, by the templates as they are now, and plans the next run. */
export async function issueDue(school: School, _payload: object, tools: Clock, signal: AbortSignal): Promise<void> {
  for (const { id } of await school.tx(listWaited)) await issueFinished(school, { templateId: id }, tools, signal)
  await issueHeld(school, tools, signal)
  await school.tx((db) => planNext(db, jobs.issueDue, () => findNext(db, tools.now())))
}

/** Templates that issue by themselves once days of study are over, an exam no longer counts, or a course of a sum is there again. */
const listWaited = async (db: SchoolDb) =>
  (await listIssuingTemplates(db)).filter(
    ({ is_automatic, min_days, min_mark, kind }) =>
      is_automatic && (min_days > 0 || min_mark !== null || kind === 'sum'),
  )

async function issueHeld(school: School, { now }: Clock, signal: AbortSignal): Promise<void> {
  let after = '0'
  await workInBatches(school, signal, async (db) => {
    const held = (await givesCertificates(db)) ? await listHeld(db, after, batch) : []
    await retryHeld(db, held, now())
    after = held.at(-1)?.id ?? after
    return held.length > 0
  })
}

async function findNext(db: SchoolDb, now: Date): Promise<Date | undefined> {
  const saved = await listIssuingTemplates(db)
  const moments = (await hasHeld(db)) ? [nextTry(now)] : []
  for (const template of await listWaited(db)) {
    const issuing = await issuingOf(db, template, saved)
    const due = await findNextDue(db, issuing, now)
    if (due) moments.push(due)
    if (template.kind === 'sum' && (await isPaused(db, issuing))) moments.push(nextLook(now))
  }
  return moments.toSorted((a, b) => a.getTime() - b.getTime())[0]
}
