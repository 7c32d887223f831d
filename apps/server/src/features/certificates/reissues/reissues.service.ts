import { issuedTexts, type Reissue, reissueLimits } from '@escola/contract/certificate-reissues.contract'
import { errors } from '@escola/contract/errors'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../../core/app-error.ts'
import type { School } from '../../../core/scope.ts'
import type { Tools } from '../../../core/tools.ts'
import { jobs } from '../../../jobs/catalogue.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { workInBatches } from '../../../jobs/in-batches.ts'
import { reissueCertificate } from '../issuing/issuing.service.ts'
import { findOwner } from '../issuing/records.queries.ts'
import { type IssuingTemplate, listIssuingTemplates, lockTemplate } from '../templates/templates.queries.ts'
import { findTitle } from './issued.queries.ts'
import * as queries from './reissues.queries.ts'

type Clock = Pick<Tools, 'now'>

/** Certificates of one transaction, so that others never wait long for it. */
const recordsAtOnce = 50

/** Counts the certificates that a re-issue of all would look at. */
export const countReissue = (school: School, { id }: { id: string }) =>
  school.tx(async (db) => {
    if (!(await findTitle(db, id))) throw notFound()
    return { certificates: (await queries.findReissuable(db, id)).certificates }
  })

/** Begins to issue all certificates of a template again; the job does it. One that is under way is the answer. */
export const startReissue = (school: School, { id }: { id: string }, { now }: Clock) =>
  school.tx(async (db) => {
    if (!(await lockTemplate(db, id))) throw notFound()
    const reissueId = await queries.insertReissue(db, id, await queries.findReissuable(db, id), now())
    if (reissueId !== undefined) await enqueue(db, jobs.reissueAll, { reissueId })
    return { reissue: (await getLatestReissue(db, id))! }
  })

/**
 * Issues the certificates that are left again, some in each transaction, which also records how far it is. A run that is killed goes on behind the last
 * of them, and one that has ended changes nothing.
 */
export const continueReissue = (
  school: School,
  reissueId: string,
  { now }: Clock,
  signal: AbortSignal,
  atOnce = recordsAtOnce,
): Promise<void> =>
  workInBatches(school, signal, async (db) => {
    const reissue = await queries.lockReissue(db, reissueId)
    if (!reissue) return false
    const recordIds = await queries.listNextRecords(db, reissue, atOnce)
    const saved = await listIssuingTemplates(db)
    let reissued = 0
    for (const recordId of recordIds) if (await reissueRecord(db, { reissueId, recordId, saved }, now())) reissued++
    if (recordIds.length > 0)
      await queries.advanceReissue(db, reissueId, { done: recordIds.length, reissued, last: recordIds.at(-1)! })
    const isMore = recordIds.length === atOnce
    if (!isMore) await queries.endReissue(db, reissueId, now())
    return isMore
  })

/** Issues a certificate again unless it says the same already, or records why it can't be. @returns whether it did */
async function reissueRecord(
  db: SchoolDb,
  { reissueId, recordId, saved }: { reissueId: string; recordId: string; saved: IssuingTemplate[] },
  now: Date,
): Promise<boolean> {
  const claim = await queries.findClaim(db, recordId)
  if (!claim) return false
  try {
    return (await reissueCertificate(db, claim, now, { unlessSame: true, saved })).isNew
  } catch (error) {
    // Whatever is refused is refused before it writes anything.
    if (!(error instanceof AppError)) throw error
    if (error.code !== 'certificate_revoked')
      await queries.insertRefusal(db, { reissue_id: reissueId, record_id: recordId, why: explain(error) })
    return false
  }
}

const explain = ({ code, fields = {} }: AppError): string =>
  code === 'not_found' ? issuedTexts.courseGone : (Object.values(fields)[0] ?? errors[code].pt)

/** Ends a re-issue whose job has used up its tries; the certificates that are left stay as they are. */
export const stopReissue = (school: School, reissueId: string, { now }: Clock) =>
  school.tx(async (db) => {
    if (await queries.lockReissue(db, reissueId)) await queries.endReissue(db, reissueId, now())
  })

export async function getLatestReissue(db: SchoolDb, templateId: string): Promise<Reissue | null> {
  const reissue = await queries.findLatestReissue(db, templateId)
  if (!reissue) return null
  const { utc_asked_on, utc_ended_on, ...counts } = reissue
  return {
    ...counts,
    refusals: counts.refused > 0 ? await queries.listRefusals(db, reissue.id, reissueLimits.refusals) : [],
    utc_asked_on: utc_asked_on.toISOString(),
    utc_ended_on: utc_ended_on?.toISOString() ?? null,
  }
}

/** Issues one certificate again, found by any of its issues. */
export const reissueOne = (school: School, { id }: { id: string }, { now }: Clock) =>
  school.tx(async (db) => {
    const owner = await findOwner(db, id)
    const claim = owner && (await queries.findClaim(db, owner.record_id))
    if (!claim) throw notFound()
    return { certificate: await reissueCertificate(db, claim, now()) }
  })
