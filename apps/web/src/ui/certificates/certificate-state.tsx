import { issueMessages } from '@escola/contract/certificate-issues.contract'
import { type Certificate, certificates } from '@escola/contract/certificates.contract'
import { Loader } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { openLink } from '../../api/open-link.ts'
import { useAppContext } from '../../session/context.ts'
import { BusyButton } from '../busy-button.tsx'
import { notifyError } from '../notify.ts'
import classes from './certificate-state.module.css'

interface Props {
  certificate: Pick<Certificate, 'id' | 'status' | 'revoked_why'>
  /** Title of the course, when certificates of several courses stand together. */
  course?: string
  variant?: 'filled' | 'light'
  /** The certificate's school, on a page outside it. */
  schoolId?: string
}

/** A certificate on its way: being prepared, then one tap away. */
export function CertificateState({ certificate: { id, status, revoked_why }, ...look }: Props) {
  if (status === 'ready') return <Download id={id} {...look} />
  if (status === 'revoked')
    return (
      <p className={classes.status}>{revoked_why ? issueMessages.stateRevoked(revoked_why) : 'Certificado revogado'}</p>
    )
  return (
    <p className={classes.status}>
      {status === 'queued' ? (
        <>
          <Loader size="xs" aria-hidden /> Seu certificado está sendo preparado…
        </>
      ) : (
        'Não conseguimos preparar o seu certificado. Avise a escola para gerá-lo de novo.'
      )}
    </p>
  )
}

function Download({ id, course, variant, schoolId }: Omit<Props, 'certificate'> & { id: string }) {
  const { school } = useAppContext()
  const download = useMutation({
    mutationFn: () => api(certificates.pdfLink, { params: { schoolId: schoolId ?? school!.id, id } }),
    onSuccess: ({ url }) => openLink(url),
    onError: (error) => notifyError(error),
  })
  return (
    <BusyButton
      variant={variant}
      leftSection={<IconDownload size={18} aria-hidden />}
      busy={download.isPending}
      aria-label={course && `Baixar certificado de ${course}`}
      onClick={() => download.mutate()}
    >
      Baixar certificado
    </BusyButton>
  )
}
