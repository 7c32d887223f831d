import type { Certificate } from '@escola/contract/certificates.contract'
import { formatDate } from '@escola/contract/time'
import { IconCertificate, IconShieldCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { CertificateState } from '../../ui/certificates/certificate-state.tsx'
import classes from './certificate-card.module.css'
import { CorrectName } from './correct-name.tsx'
import { ShareActions } from './share-actions.tsx'
import { ShownFactsChoice } from './shown-facts.tsx'

export function CertificateCard({ certificate }: { certificate: Certificate }) {
  return (
    <article className={classes.card}>
      <IconCertificate size={32} className={classes.seal} aria-hidden />
      <h2 className={classes.title}>{certificate.degree_title}</h2>
      <p className={classes.facts}>
        <span>Concluído em {formatDate(certificate.utc_completed_on)}</span>
        {certificate.workload_hours_pretty && <span>Carga horária: {certificate.workload_hours_pretty}</span>}
        <span>
          Código <code translate="no">{certificate.code}</code>
        </span>
      </p>
      <div className={classes.foot} aria-live="polite">
        <CertificateState certificate={certificate} course={certificate.degree_title} />
        {certificate.status === 'ready' && (
          <ShareActions
            course={certificate.degree_title}
            code={certificate.code}
            issuedOn={certificate.utc_issued_on}
          />
        )}
        {certificate.corrected_name !== null && <CorrectName id={certificate.id} name={certificate.corrected_name} />}
        <Link to="/v/$code" params={{ code: certificate.code }} className={classes.verify}>
          <IconShieldCheck size={18} aria-hidden /> Página de verificação
        </Link>
        {certificate.status !== 'revoked' && <ShownFactsChoice certificate={certificate} />}
      </div>
    </article>
  )
}
