import type { SchoolDb } from '@escola/db'
import { AppError } from '../../../core/app-error.ts'
import { type ClosedCertificate, findIssuedCourse, findIssuedSum } from './closed-certificates.queries.ts'
import { hasCurrent, replaceFailed } from './issuing.queries.ts'
import { type Issued, issue, newIssue, requirePrintable } from './new-issues.ts'
import { type Claim, findStudentName, lockRecord } from './records.queries.ts'

export interface Closure {
  certificate: ClosedCertificate
  why: 'certificate_course_gone' | 'certificate_course_closed' | 'certificate_sum_stopped'
}

/**
 * Finds why an issued certificate can't be issued again: its edition has ended, its course is deleted, or its sum misses a course. Undefined where
 * nothing is in its way, or nothing was issued yet: what a student finished before the end is owed once.
 */
export async function findClosure(db: SchoolDb, claim: Claim): Promise<Closure | undefined> {
  if (claim.courseId === undefined) {
    const certificate = await findIssuedSum(db, claim)
    return certificate && { certificate, why: 'certificate_sum_stopped' }
  }
  const certificate = await findIssuedCourse(db, claim)
  return (
    certificate && { certificate, why: certificate.is_gone ? 'certificate_course_gone' : 'certificate_course_closed' }
  )
}

/**
 * Issues a closed certificate again where the name of its student was corrected, or it could not be drawn: everything else is printed as it was.
 * @throws the reason why it is closed where it would say the same
 */
export async function reissueAsItWas(
  db: SchoolDb,
  { claim, certificate, why }: Closure & { claim: Claim },
  now: Date,
): Promise<Issued & { isNew: boolean }> {
  const { utc_revoked_on } = await lockRecord(db, certificate.record_id)
  if (utc_revoked_on) throw new AppError('certificate_revoked')
  // The lock has waited for an issue beside this one.
  const latest = (await findClosure(db, claim))?.certificate ?? certificate
  const student_name = await findStudentName(db, claim.userId)
  if (latest.facts.student_name === student_name && latest.status !== 'failed') {
    if (latest.status === 'ready') throw new AppError(why)
    return { id: latest.id, number: latest.number, isNew: false }
  }
  const facts = { ...latest.facts, student_name }
  requirePrintable(facts, { followsAnother: latest.status === 'ready' })
  await replaceFailed(db, latest.record_id, now)
  const student = { userId: claim.userId, facts, sealedCpf: latest.sealed_cpf, completedOn: latest.utc_completed_on }
  const next = newIssue(student, {
    recordId: latest.record_id,
    templateId: latest.template_id,
    number: latest.number + 1,
    isFollowing: await hasCurrent(db, latest.record_id),
  })
  const [issued] = await issue(db, claim, [next], now)
  return { ...issued!, isNew: true }
}
