import { certificates } from '@escola/contract/certificates.contract'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { openLink } from '../api/open-link.ts'
import { useSchool } from '../session/context.ts'
import { notifyError } from './notify.ts'

interface Props {
  id: string
  /** Where certificates of several courses stand together. */
  course?: string
  variant?: 'filled' | 'light'
}

/** The certificate as a PDF, one tap away. */
export function CertificateDownload({ id, course, variant }: Props) {
  const { id: schoolId } = useSchool()
  const download = useMutation({
    mutationFn: () => api(certificates.pdfLink, { params: { schoolId, id } }),
    onSuccess: ({ url }) => openLink(url),
    onError: (error) => notifyError(error),
  })
  return (
    <Button
      variant={variant}
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={download.isPending}
      aria-label={course && `Baixar certificado de ${course}`}
      onClick={() => download.mutate()}
    >
      Baixar certificado
    </Button>
  )
}
