import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../http/app-error.ts'
import type { School } from '../../http/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import {
  type Claim,
  findLatest,
  findProof,
  findSigner,
  insertCertificate,
  lockIssues,
  replaceCurrent,
  type Signer,
} from './certificates.queries.ts'
import { newCode } from './code.ts'

/** Issues a certificate beside the click that completed the course, if the school gives certificates and has a model for it. */
export async function issueOnCompletion(db: SchoolDb, { completedOn, ...claim }: Claim & { completedOn: Date }) {
  const proof = await findProof(db, claim)
  if (!proof?.has_certificate) return
  const signer = await findSigner(db, claim.courseId, { automaticOnly: true })
  if (!signer) return
  const latest = await findLatest(db, claim)
  if (latest) return
  await issue(db, claim, { ...proof, utc_completed_on: completedOn }, signer, { number: 1, now: completedOn })
}

/** Issues the certificate of a completed course again, as things are written today; the earlier one stays on record as replaced. */
export async function reissueCertificate(
  school: School,
  { userId, degreeId }: { userId: string; degreeId: string },
  now = new Date(),
): Promise<{ id: string; number: number }> {
  const claim = { userId, courseId: degreeId }
  return school.tx(async (db) => {
    const locked = await lockIssues(db, claim)
    const proof = await findProof(db, claim)
    if (!proof) throw notFound()
    if (!locked || !proof.utc_completed_on) throw new AppError('course_not_completed')
    const latest = await findLatest(db, claim)
    // A school that has since deleted every model still signs as it did before.
    const signer = (await findSigner(db, degreeId, { automaticOnly: false })) ??
      latest ?? { signature_name: '', signature_key: null }
    await replaceCurrent(db, claim, now)
    const issued = await issue(db, claim, { ...proof, utc_completed_on: proof.utc_completed_on }, signer, {
      number: (latest?.number ?? 0) + 1,
      now,
    })
    return issued!
  })
}

type Proof = NonNullable<Awaited<ReturnType<typeof findProof>>> & { utc_completed_on: Date }

async function issue(
  db: SchoolDb,
  { userId, courseId }: Claim,
  proof: Proof,
  signer: Signer,
  { number, now }: { number: number; now: Date },
) {
  const issued = await insertCertificate(db, {
    user_id: userId,
    course_id: courseId,
    number,
    code: newCode(),
    student_name: proof.student_name,
    course_title: proof.course_title,
    workload_minutes: proof.workload_minutes,
    school_name: proof.school_name,
    signature_name: signer.signature_name,
    signature_key: signer.signature_key,
    logo_key: proof.logo_key,
    utc_completed_on: proof.utc_completed_on,
    utc_issued_on: now,
  })
  if (issued) await enqueue(db, jobs.renderCertificate, { certificateId: issued.id })
  return issued
}
