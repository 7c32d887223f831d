import { joinTitles } from '@escola/contract/text'
import { formatDate } from '@escola/contract/time'
import type { Letter } from '../../mail/letter.ts'
import { templates } from '../../mail/templates.ts'
import type { IssuedCertificate } from './delivery.queries.ts'
import { SubjectGone } from './subject-gone.ts'

/** Writes a mail about a certificate, as it is when the mail leaves. */
export function writeCertificateLetter(
  kind: 'certificate_ready' | 'certificate_revoked',
  issued: IssuedCertificate | undefined,
  { schoolUrl, ...reader }: { personName: string; schoolName: string; schoolUrl: string },
): Letter {
  if (!issued) throw new SubjectGone('the certificate is there no more')
  const listUrl = `${schoolUrl}/certificados`
  if (kind === 'certificate_ready')
    return templates.certificate_ready(reader, {
      url: `${schoolUrl}/v/${issued.code}`,
      listUrl,
      certificate: describeIssue(issued),
    })
  if (!issued.utc_revoked_on) throw new SubjectGone('the certificate is revoked no more')
  const courseTitle = joinTitles(issued.courses)
  return templates.certificate_revoked(reader, { url: listUrl, courseTitle, why: issued.revoked_why ?? '' })
}

/** The certificate that a mail is about, in the words of its picture. */
const describeIssue = (issued: IssuedCertificate) => ({
  studentName: issued.student_name,
  courses: issued.courses.length,
  courseTitle: joinTitles(issued.courses),
  issuedOn: formatDate(issued.utc_issued_on),
  code: issued.code,
})
