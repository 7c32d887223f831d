import type { StudentDegree } from '@escola/contract/learning.contract'
import { useQuery } from '@tanstack/react-query'
import { useSchool } from '../../session/context.ts'
import { CertificateRequestAction, certificateRequestsQuery } from '../../ui/certificates/certificate-request.tsx'
import { CertificateState } from '../../ui/certificates/certificate-state.tsx'
import classes from './course-certificate.module.css'
import { learningQueries } from './learning.queries.ts'

/** The certificate of a finished course: to be asked for, being prepared, then one tap away. Nothing where the course gives none. */
export function CourseCertificate({ degree }: { degree: StudentDegree }) {
  const { id: schoolId } = useSchool()
  const isQueued = degree.certificate?.status === 'queued'
  // The course is asked for again while its certificate is being drawn; its answer says when it is ready.
  const { data: fresh } = useQuery({ ...learningQueries.course(schoolId, degree.link), enabled: isQueued })
  const certificate = isQueued ? (fresh?.degree.certificate ?? degree.certificate) : degree.certificate
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
