import type { Verification } from '@escola/contract/certificates.contract'
import { formatDate } from '@escola/contract/time'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import { useSchool } from '../../session/context.ts'
import { useDocumentTitle } from '../../ui/page.tsx'
import { usePrefetchedQuery } from '../../ui/use-prefetched-query.ts'
import { certificateQueries } from './certificates.queries.ts'
import { FileCheck } from './file-check.tsx'
import classes from './verification-page.module.css'

/** Shows any visitor the certificate issued under this code; a certificate's QR leads here. */
export function VerificationPage({ code }: { code: string }) {
  const school = useSchool()
  useDocumentTitle('Verificação de certificado')
  const { data } = usePrefetchedQuery(certificateQueries.verification(school.id, code))
  return (
    <div className={classes.page}>
      <Issued verification={data} />
    </div>
  )
}

function Issued({ verification }: { verification: Verification }) {
  const isValid = verification.state === 'valid'
  const facts: [string, string][] = [
    ['Carga horária', verification.workload_hours_pretty],
    ['Concluído em', formatDate(verification.utc_completed_on)],
    ['Emitido em', formatDate(verification.utc_issued_on)],
    ['Assinado por', verification.signature_name],
    ['Escola', verification.school_name],
    ['Código', verification.code],
  ]
  return (
    <>
      <article className={classes.card}>
        <SchoolMark />
        <p className={classes.state} data-state={verification.state}>
          {isValid ? <IconShieldCheck size={22} aria-hidden /> : <IconAlertTriangle size={22} aria-hidden />}
          {isValid ? 'Certificado válido' : 'Certificado substituído'}
        </p>
        {!isValid && (
          <p className={classes.note}>
            A escola emitiu uma versão mais nova deste certificado. Peça ao aluno o arquivo mais recente.
          </p>
        )}
        <h1 className={classes.student}>{verification.student_name || 'Nome apagado a pedido do aluno'}</h1>
        <p className={classes.course}>
          concluiu o curso <strong>{verification.course_title}</strong>
        </p>
        <dl className={classes.facts}>
          {facts.map(
            ([label, value]) =>
              value && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
      </article>
      <FileCheck sha256={verification.sha256} />
    </>
  )
}

/** The school's logo, on the ground that it was made for; its name stands among the facts. */
function SchoolMark() {
  const school = useSchool()
  const logo = { src: school.logo_wide_url || school.logo_square_url, isDark: false }
  const { src, isDark } = logo.src ? logo : { src: school.logo_dark_wide_url, isDark: true }
  return src ? (
    <img className={classes.mark} src={`${src}?w=480`} alt={school.name} data-dark={isDark || undefined} />
  ) : null
}
