import { randomBytes } from 'node:crypto'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../../core/app-error.ts'
import { jobs } from '../../../jobs/catalogue.ts'
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
  const [records, students] = await Promise.all([
    ensureRecords(db, courseId, uncertified, now),
    listFacts(db, courseId, uncertified, template),
  ])
  const recordIds = new Map(records.map(({ id, user_id }) => [user_id, id]))
  const issues = students.map((student) =>
    newIssue(student, { recordId: recordIds.get(student.userId)!, templateId: template.id, number: 1 }),
  )
  await issue(db, courseId, issues, now)
}

/**
 * Issues the certificate of a completed course again, as things are written today. The earlier one is good until the new one is drawn,
 * and on record as replaced from then on; while an issue that says the same waits to be drawn, it is the answer.
 */
export async function reissueCertificate(
  db: SchoolDb,
  claim: Claim,
  now: Date,
): Promise<{ id: string; number: number }> {
  if (!(await findCompletion(db, claim)))
    throw (await hasMemberAndCourse(db, claim)) ? new AppError('course_not_completed') : notFound()
  const template = await findTemplateFor(db, claim.courseId)
  if (!template) throw new AppError('no_certificate_template')
  const [record] = await ensureRecords(db, claim.courseId, [claim.userId], now)
  if ((await lockRecord(db, record!.id)).utc_revoked_on) throw new AppError('certificate_revoked')
  const [latest, [student]] = await Promise.all([
    findLatest(db, record!.id),
    listFacts(db, claim.courseId, [claim.userId], template),
  ])
  if (!student) throw new AppError('course_not_completed')
  if (latest?.status === 'queued' && latest.sealed_cpf === student.sealedCpf && isSame(latest.facts, student.facts))
    return { id: latest.id, number: latest.number }
  await replaceFailed(db, record!.id, now)
  const next = newIssue(student, {
    recordId: record!.id,
    templateId: template.id,
    number: (latest?.number ?? 0) + 1,
    isFollowing: await hasCurrent(db, record!.id),
  })
  const [issued] = await issue(db, claim.courseId, [next], now)
  return issued!
}

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
