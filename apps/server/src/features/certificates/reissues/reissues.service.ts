import { type Reissue, reissueLimits } from '@escola/contract/certificate-reissues.contract'
import { errors } from '@escola/contract/errors'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../../core/app-error.ts'
import type { School } from '../../../core/scope.ts'
import type { Clock } from '../../../core/tools.ts'
import { findOldReissue } from '../../../jobs/runs/old-runs.queries.ts'
import { findLatestRun, type Refusal } from '../../../jobs/runs/runs.queries.ts'
import { type RunKind, startRun, toProgress } from '../../../jobs/runs/runs.ts'
import { reissueCertificate } from '../issuing/issuing.service.ts'
import { findOwner } from '../issuing/records.queries.ts'
import { type IssuingTemplate, listIssuingTemplates, lockTemplate } from '../templates/templates.queries.ts'
import { findTitle } from './issued.queries.ts'
import * as queries from './reissues.queries.ts'

/** Certificates of one transaction, so that others never wait long for it. */
const recordsAtOnce = 50

/** Counts the certificates that a re-issue of all would look at. */
export const countReissue = (school: School, { id }: { id: string }) =>
  school.tx(async (db) => {
    if (!(await findTitle(db, id))) throw notFound()
    return { certificates: (await queries.findReissuable(db, id)).certificates }
  })

const laneOf = (templateId: string) => `reissue ${templateId}`

interface Input {
  /** Certificates of later say what the template says anyway. */
  until_record_id: string
}

/** Begins to issue all certificates of a template again; the job does it. One that is under way is the answer. */
export const startReissue = (school: School, { id }: { id: string }, { now }: Clock) =>
  school.tx(async (db) => {
    if (!(await lockTemplate(db, id))) throw notFound()
    const { certificates: total, untilRecordId } = await queries.findReissuable(db, id)
    const input: Input = { until_record_id: untilRecordId }
    const about = { kind: 'reissue', subject: { kind: 'template' as const, id }, targetId: null, lane: laneOf(id) }
    const old = await findOldReissue(db, id)
    if (!old || old.endedOn) await startRun(db, { ...about, input, total, askedBy: null, askedOn: now() })
    return { reissue: (await getLatestReissue(db, id))! }
  })

/** Re-issues of all certificates of a template. */
export const reissueRun: RunKind = {
  kind: 'reissue',
  atOnce: recordsAtOnce,
  forgets: false,
  prepare:
    async (_, { db, tools, atOnce: limit }) =>
    async ({ subjectId, input, cursor }) => {
      const range = { templateId: subjectId!, after: cursor, untilRecordId: (input as Input).until_record_id, limit }
      const recordIds = await queries.listNextRecords(db, range)
      const saved = await listIssuingTemplates(db)
      const refusals: Refusal[] = []
      let reissued = 0
      for (const recordId of recordIds) {
        const result = await reissueRecord(db, { recordId, saved }, tools.now())
        if (result.why !== undefined) refusals.push({ recordId, why: result.why })
        if (result.isNew) reissued++
      }
      const isMore = recordIds.length === limit
      return { done: recordIds.length, counts: { reissued }, refusals, last: recordIds.at(-1), isMore }
    },
}

/** Issues a certificate again unless it says the same already. @returns whether it did, or why it can't be issued */
async function reissueRecord(
  db: SchoolDb,
  { recordId, saved }: { recordId: string; saved: IssuingTemplate[] },
  now: Date,
): Promise<{ isNew: boolean; why?: string }> {
  const claim = await queries.findClaim(db, recordId)
  if (!claim) return { isNew: false }
  try {
    return { isNew: (await reissueCertificate(db, claim, now, { unlessSame: true, saved })).isNew }
  } catch (error) {
    // Whatever is refused is refused before it writes anything.
    if (!(error instanceof AppError)) throw error
    return error.code === 'certificate_revoked' ? { isNew: false } : { isNew: false, why: explain(error) }
  }
}

const explain = ({ code, fields = {} }: AppError): string => Object.values(fields)[0] ?? errors[code].pt

export async function getLatestReissue(db: SchoolDb, templateId: string): Promise<Reissue | null> {
  const latest = await findLatestRun(db, laneOf(templateId))
  const run = latest ?? (await findOldReissue(db, templateId))
  if (!run) return null
  const of = latest ? { runId: latest.id } : { reissueId: run.id }
  return {
    ...toProgress(run),
    done: run.done,
    reissued: run.counts.reissued ?? 0,
    queued: await queries.countQueued(db, templateId),
    refused: await queries.countRefusals(db, of),
    refusals: await queries.listRefusals(db, of, reissueLimits.refusals),
    utc_asked_on: run.askedOn.toISOString(),
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
