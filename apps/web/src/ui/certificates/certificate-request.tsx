import { type CertificateRequest, certificateIssues, issueMessages } from '@escola/contract/certificate-issues.contract'
import { IconCertificate } from '@tabler/icons-react'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../busy-button.tsx'
import { nounKey } from '../nouns.ts'
import { useConfirmedChange } from '../questions/use-confirmed-change.ts'
import { useRefresh } from '../use-refresh.ts'

export const certificateRequestsQuery = (schoolId: string) =>
  queryOptions({
    queryKey: [...nounKey(schoolId, 'certificates'), 'requests'] as const,
    queryFn: ({ signal }) => api(certificateIssues.requests, { params: { schoolId }, signal }),
  })

const bodyOf = ({ degree_id, model_id }: CertificateRequest) =>
  model_id === null ? { degreeId: degree_id } : { modelId: model_id }

interface Props {
  request: CertificateRequest
  /** True where requests of several courses stand together. */
  namesCourse?: boolean
}

/** The day on which the certificate comes, else the way to ask for it; nothing while it waits for the school. */
export function CertificateRequestAction({ request, namesCourse }: Props) {
  const { id: schoolId } = useSchool()
  const { mutateAsync } = useMutation({
    mutationFn: () => api(certificateIssues.request, { params: { schoolId }, body: bodyOf(request) }),
    onSuccess: useRefresh('certificates', 'learning'),
  })
  const { run, isPending } = useConfirmedChange()
  if (request.is_waiting) return null
  if (request.utc_due_on !== null) return <p style={{ margin: 0 }}>{issueMessages.dueOn(request.utc_due_on)}</p>
  return (
    <BusyButton
      variant="light"
      leftSection={<IconCertificate size={18} aria-hidden />}
      aria-label={namesCourse ? `Pedir certificado de ${request.degree_title}` : undefined}
      busy={isPending}
      onClick={() => run({ change: () => mutateAsync(), done: issueMessages.requested })}
    >
      Pedir certificado
    </BusyButton>
  )
}
