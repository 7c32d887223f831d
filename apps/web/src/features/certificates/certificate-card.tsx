import { type Certificate, certificates } from '@escola/contract/certificates.contract'
import { Button, Loader } from '@mantine/core'
import { IconCertificate, IconDownload, IconShieldCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { openLink } from '../../api/open-link.ts'
import { useSchool } from '../../session/context.ts'
import { formatDate } from '../../ui/format.ts'
import { notifyError } from '../../ui/notify.ts'
import classes from './certificate-card.module.css'

export function CertificateCard({ certificate }: { certificate: Certificate }) {
  return (
    <article className={classes.card}>
      <IconCertificate size={32} className={classes.seal} aria-hidden />
      <h2 className={classes.title}>{certificate.degree_title}</h2>
      <p className={classes.facts}>
        <span>Concluído em {formatDate(certificate.utc_completed_on)}</span>
        {certificate.workload_hours_pretty && <span>Carga horária: {certificate.workload_hours_pretty}</span>}
        <span>
          Código <code>{certificate.code}</code>
        </span>
      </p>
      <div className={classes.foot} aria-live="polite">
        {certificate.status === 'ready' && <DownloadButton certificate={certificate} />}
        {certificate.status === 'queued' && (
          <p className={classes.status}>
            <Loader size="xs" aria-hidden /> Seu certificado está sendo preparado…
          </p>
        )}
        {certificate.status === 'failed' && (
          <p className={classes.status}>
            Não conseguimos preparar este certificado. Avise a escola para gerá-lo de novo.
          </p>
        )}
        <Link to="/v/$code" params={{ code: certificate.code }} className={classes.verify}>
          <IconShieldCheck size={18} aria-hidden /> Página de verificação
        </Link>
      </div>
    </article>
  )
}

function DownloadButton({ certificate }: { certificate: Certificate }) {
  const { id: schoolId } = useSchool()
  const download = useMutation({
    mutationFn: () => api(certificates.pdfLink, { params: { schoolId, id: certificate.id } }),
    onSuccess: ({ url }) => openLink(url),
    onError: notifyError,
  })
  return (
    <Button
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={download.isPending}
      aria-label={`Baixar certificado de ${certificate.degree_title}`}
      onClick={() => download.mutate()}
    >
      Baixar certificado
    </Button>
  )
}
