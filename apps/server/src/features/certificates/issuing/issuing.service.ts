import { randomBytes } from 'node:crypto'
import { issueMessages } from '@escola/contract/certificate-issues.contract'
import { refusals } from '@escola/contract/refusals'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../../core/app-error.ts'
import { jobs } from '../../../jobs/catalogue.ts'
import { noteDue } from '../../../jobs/clock.ts'
import { enqueueMany } from '../../../jobs/enqueue.ts'
import { findTemplateFor } from '../templates/templates.queries.ts'
import { generateCode } from './code.ts'
import { listFacts, type StudentFacts } from './facts.queries.ts'
import type { CertificateFacts } from './facts.ts'
import {
  findCompletion,
  findLatest,
  hasCurrent,
  insertCertificates,
  listUncertified,
  replaceFailed,
  unnameCertificates,
} from './issuing.queries.ts'
import { findUnprintable } from './printable-facts.ts'
import { type Claim, ensureRecords, hasMemberAndCourse, lockRecord } from './records.queries.ts'

/** Keeps the proofs of a student's certificates, without their name and their files. */
export const forgetHolder = (db: SchoolDb, userId: string): Promise<void> => unnameCertificates(db, userId)

/** Issues certificates beside what completed the course, to those who never had one, if the school gives them and has a template. */
export async function issueOnCompletion(
  db: SchoolDb,
  { courseId, userIds }: { courseId: string; userIds: string[] },
  now: Date,
) {
  if (userIds.length === 0) return
  const template = await findTemplateFor(db, courseId)
  if (!template?.is_automatic) return
  const uncertified = await listUncertified(db, courseId, userIds)
  if (uncertified.length === 0) return
  const finished = await listFacts(db, courseId, uncertified, template)
  const students = finished.filter((student) => dueOf(student, template) <= now)
  const waiting = finished.map((student) => dueOf(student, template).getTime()).filter((due) => due > now.getTime())
  if (waiting.length > 0) await noteDue(db, jobs.issueDue, new Date(Math.min(...waiting)))
  const records = await ensureRecords(
    db,
    courseId,
    students.map(({ userId }) => userId),
    now,
  )
  const recordIds = new Map(records.map(({ id, user_id }) => [user_id, id]))
  const issues = students.map((student) =>
    newIssue(student, { recordId: recordIds.get(student.userId)!, templateId: template.id, number: 1 }),
  )
  await issue(db, courseId, issues, now)
}

/**
 * Issues the certificate of a completed course again, as things are written today. The earlier one is good until the new one is drawn,
 * and on record as replaced from then on; while an issue that says the same waits to be drawn, it is the answer.
 * @param unlessSame an issue that says the same is the answer once it is drawn, too, where it has its place in the register
 */
export async function reissueCertificate(
  db: SchoolDb,
  claim: Claim,
  now: Date,
  { unlessSame = false }: { unlessSame?: boolean } = {},
): Promise<Issued & { isNew: boolean }> {
  const { student, template, recordId, latest, isRegistered } = await openClaim(db, claim, now)
  const isKept = latest?.status === 'queued' || (unlessSame && isRegistered && latest?.status === 'ready')
  if (latest && isKept && latest.sealed_cpf === student.sealedCpf && isSame(latest.facts, student.facts))
    return { id: latest.id, number: latest.number, isNew: false }
  await replaceFailed(db, recordId, now)
  const next = newIssue(student, {
    recordId,
    templateId: template.id,
    number: (latest?.number ?? 0) + 1,
    isFollowing: await hasCurrent(db, recordId),
  })
  const [issued] = await issue(db, claim.courseId, [next], now)
  return { ...issued!, isNew: true }
}

/**
 * Issues the certificate of a completed course to its student, who asks for it. One that was issued already is the answer.
 * @throws certificate_too_early while the days of study of the template are not over
 */
export async function issueOnRequest(db: SchoolDb, claim: Claim, now: Date): Promise<Issued> {
  const { student, template, recordId, latest } = await openClaim(db, claim, now)
  if (latest) return { id: latest.id, number: latest.number }
  const due = dueOf(student, template)
  if (due > now) throw new AppError('certificate_too_early', { fields: { degreeId: issueMessages.dueOn(due) } })
  const first = newIssue(student, { recordId, templateId: template.id, number: 1 })
  const [issued] = await issue(db, claim.courseId, [first], now)
  return issued!
}

interface Issued {
  id: string
  number: number
}

/** Holds the certificate of a completed course, and reads what it would say today. */
async function openClaim(db: SchoolDb, claim: Claim, now: Date) {
  if (!(await findCompletion(db, claim)))
    throw (await hasMemberAndCourse(db, claim)) ? new AppError('course_not_completed') : notFound()
  const template = await findTemplateFor(db, claim.courseId)
  if (!template) throw new AppError('no_certificate_template')
  const [record] = await ensureRecords(db, claim.courseId, [claim.userId], now)
  const recordId = record!.id
  const { utc_revoked_on, register_number } = await lockRecord(db, recordId)
  if (utc_revoked_on) throw new AppError('certificate_revoked')
  const [latest, [student]] = await Promise.all([
    findLatest(db, recordId),
    listFacts(db, claim.courseId, [claim.userId], template),
  ])
  if (!student) throw new AppError('course_not_completed')
  requirePrintable(student.facts, { followsAnother: latest?.status === 'ready' })
  return { student, template, recordId, latest, isRegistered: register_number !== null }
}

/** @throws certificate_unprintable with the field and the text that our fonts can't write */
function requirePrintable(facts: CertificateFacts, follows: { followsAnother: boolean }): void {
  const found = findUnprintable(facts)
  if (!found) return
  const fields = { [found.field]: refusals.unprintable(found.text, follows) }
  throw new AppError('certificate_unprintable', { fields })
}

/**
 * Moment from which the template issues the student's certificate: so many days after the first lesson was opened. Without such days it waits for
 * none, also where another clock wrote the start.
 */
const dueOf = ({ startedOn }: StudentFacts, { min_days }: { min_days: number }) =>
  new Date(min_days === 0 ? 0 : startedOn.getTime() + min_days * 86_400_000)

const newIssue = (
  { userId, facts, sealedCpf, completedOn }: StudentFacts,
  place: { recordId: string; templateId: string; number: number; isFollowing?: boolean },
) => ({
  userId,
  facts,
  sealedCpf,
  completedOn,
  isFollowing: false,
  ...place,
  code: generateCode(),
  salt: randomBytes(16).toString('hex'),
})

/** Both went through the same schema, which orders their keys. */
const isSame = (one: CertificateFacts, other: CertificateFacts) => JSON.stringify(one) === JSON.stringify(other)

async function issue(db: SchoolDb, courseId: string, issues: Parameters<typeof insertCertificates>[2], now: Date) {
  const issued = await insertCertificates(db, courseId, issues, now)
  await enqueueMany(
    db,
    jobs.renderCertificate,
    issued.map(({ id }) => ({ certificateId: id })),
  )
  return issued
}
