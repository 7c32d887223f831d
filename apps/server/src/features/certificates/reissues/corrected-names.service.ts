import { AppError, notFound } from '../../../core/app-error.ts'
import type { Attended } from '../../../core/scope.ts'
import { studentOf } from '../../../core/studying.ts'
import type { Clock } from '../../../core/tools.ts'
import { findLatest } from '../issuing/issuing.queries.ts'
import { reissueCertificate } from '../issuing/issuing.service.ts'
import { findOwner, findStudentName, lockRecord } from '../issuing/records.queries.ts'
import { markStudentReissue } from './corrected-names.queries.ts'
import { findClaim } from './reissues.queries.ts'

/**
 * Issues the student's own certificate again with the name of today. The student does it once, and later corrections are the school's; an issue that
 * has the name already is the answer.
 * @throws certificate_corrected when the student did it before
 */
export function correctName(school: Attended, { id }: { id: string }, { now }: Clock) {
  const userId = studentOf(school)
  return school.tx(async (db) => {
    const owner = await findOwner(db, id)
    if (owner?.user_id !== userId) throw notFound()
    const { record_id } = owner
    const { utc_student_reissued_on } = await lockRecord(db, record_id)
    const [latest, name, claim] = await Promise.all([
      findLatest(db, record_id),
      findStudentName(db, owner.user_id),
      findClaim(db, record_id),
    ])
    if (!latest || !claim) throw notFound()
    if (latest.facts.student_name === name) return { certificate: { id: latest.id, number: latest.number } }
    if (utc_student_reissued_on) throw new AppError('certificate_corrected')
    const certificate = await reissueCertificate(db, claim, now())
    await markStudentReissue(db, record_id, now())
    return { certificate }
  })
}
