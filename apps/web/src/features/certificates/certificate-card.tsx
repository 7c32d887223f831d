import type { Certificate } from '@escola/contract/certificates.contract'
import { Loader } from '@mantine/core'
import { IconCertificate, IconShieldCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { CertificateDownload } from '../../ui/certificate-download.tsx'
import { formatDate } from '../../ui/format.ts'
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
        {certificate.status === 'ready' && (
          <CertificateDownload id={certificate.id} course={certificate.degree_title} />
        )}
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
