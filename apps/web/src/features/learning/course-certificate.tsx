import type { StudentDegree } from '@escola/contract/learning.contract'
import { useQuery } from '@tanstack/react-query'
import { useSchool } from '../../session/context.ts'
import { CertificateRequestAction, certificateRequestsQuery } from '../../ui/certificates/certificate-request.tsx'
import { CertificateState } from '../../ui/certificates/certificate-state.tsx'
import classes from './course-certificate.module.css'
import { learningQueries } from './learning.queries.ts'

/** Certificate of a course, asked for again while it is being drawn. */
export function useCertificate(degree: StudentDegree): StudentDegree['certificate'] {
  const { id: schoolId } = useSchool()
  const isQueued = degree.certificate?.status === 'queued'
  const { data: fresh } = useQuery({ ...learningQueries.course(schoolId, degree.link), enabled: isQueued })
  return isQueued ? (fresh?.degree.certificate ?? degree.certificate) : degree.certificate
}

/** The certificate of a finished course: to be asked for, being prepared, then one tap away. Nothing where the course gives none. */
export function CourseCertificate({ degree }: { degree: StudentDegree }) {
  const certificate = useCertificate(degree)
  if (!certificate) return <RequestedCertificate degree={degree} />
  return (
    <div className={classes.certificate} aria-live="polite">
      <CertificateState certificate={certificate} variant="light" />
    </div>
  )
}

function RequestedCertificate({ degree }: { degree: StudentDegree }) {
  const { data } = useQuery(certificateRequestsQuery(useSchool().id))
  const request = data?.requests.find(({ degree_id, model_id }) => model_id === null && degree_id === degree.id)
  return request ? (
    <div className={classes.certificate} aria-live="polite">
      {request.held_why && <p className={classes.held}>{request.held_why}</p>}
      <CertificateRequestAction request={request} />
    </div>
  ) : null
}
