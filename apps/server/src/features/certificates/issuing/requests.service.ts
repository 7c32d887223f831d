import type { CertificateRequest } from '@escola/contract/certificate-issues.contract'
import { AppError } from '../../../core/app-error.ts'
import type { Attended } from '../../../core/scope.ts'
import type { Tools } from '../../../core/tools.ts'
import { issueOnRequest } from './issuing.service.ts'
import { givesCertificates, listRequestable } from './requests.queries.ts'

export async function listRequests(
  school: Attended,
  { now }: Pick<Tools, 'now'>,
): Promise<{ requests: CertificateRequest[] }> {
  const rows = await school.tx(async (db) =>
    (await givesCertificates(db)) ? listRequestable(db, school.actor.userId) : [],
  )
  return {
    requests: rows.map(({ utc_due_on, ...row }) => ({
      ...row,
      utc_due_on: utc_due_on > now() ? utc_due_on.toISOString() : null,
    })),
  }
}

/** Issues what the student asks for; what was issued already is the answer. */
export function requestCertificate(school: Attended, { degreeId }: { degreeId: string }, { now }: Pick<Tools, 'now'>) {
  if (school.isAdmin) throw new AppError('students_only')
  const claim = { userId: school.actor.userId, courseId: degreeId }
  return school.tx(async (db) => {
    if (!(await givesCertificates(db))) throw new AppError('no_certificate_template')
    return { certificate: await issueOnRequest(db, claim, now()) }
  })
}
