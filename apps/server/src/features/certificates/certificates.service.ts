import type { PlatformDb, SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../core/app-error.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueMany } from '../../jobs/enqueue.ts'
import {
  type Claim,
  findCompletion,
  findLatest,
  findSigner,
  hasMemberAndCourse,
  insertCertificates,
  insertTemplate,
  isSameQueued,
  listUncertified,
  lockIssues,
  type NewIssue,
  replaceFailed,
  type Signer,
  unnameCertificates,
} from './certificates.queries.ts'
import { generateCode } from './code.ts'

/** Keeps the proofs of a student's certificates, without their name and their files. */
export const forgetHolder = (db: SchoolDb, userId: string): Promise<void> => unnameCertificates(db, userId)

/** A school begins with one model, signed by its owner. */
export const makeFirstTemplate = (db: PlatformDb, schoolId: string, signatureName: string) =>
  insertTemplate(db, schoolId, signatureName)

/** Issues certificates beside what completed the course, to those who never had one, if the school gives them and has a model. */
export async function issueOnCompletion(
  db: SchoolDb,
  { courseId, userIds }: { courseId: string; userIds: string[] },
  now: Date,
) {
  if (userIds.length === 0) return
  const signer = await findSigner(db, courseId, { automaticOnly: true })
  if (!signer) return
  const uncertified = await listUncertified(db, courseId, userIds)
  const issues = uncertified.map((userId) => ({ userId, number: 1, code: generateCode() }))
  await issue(db, courseId, issues, signer, now)
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
  await lockIssues(db, claim)
  const [latest, model] = await Promise.all([
    findLatest(db, claim),
    findSigner(db, claim.courseId, { automaticOnly: false }),
  ])
  // A school that has since deleted every model still signs as it did before.
  const signer = model ?? latest ?? { signature_name: '', signature_key: null }
  if (latest && (await isSameQueued(db, claim, latest, signer))) return { id: latest.id, number: latest.number }
  await replaceFailed(db, claim, now)
  const number = (latest?.number ?? 0) + 1
  const [issued] = await issue(
    db,
    claim.courseId,
    [{ userId: claim.userId, number, code: generateCode() }],
    signer,
    now,
  )
  return issued!
}

async function issue(db: SchoolDb, courseId: string, issues: NewIssue[], signer: Signer, now: Date) {
  const issued = await insertCertificates(db, courseId, issues, signer, now)
  const payloads = issued.map(({ id }) => ({ certificateId: id }))
  await enqueueMany(db, jobs.renderCertificate, payloads)
  return issued
}
