import { completionVerb, type Verification } from '@escola/contract/certificates.contract'
import { credentials } from '@escola/contract/credentials.contract'
import { formatDate } from '@escola/contract/time'
import { IconAlertTriangle, IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { download } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { useDocumentTitle } from '../../ui/page.tsx'
import { certificateQueries } from './certificates.queries.ts'
import { FileCheck } from './file-check.tsx'
import { IssueHistory } from './issue-history.tsx'
import { ShareActions } from './share-actions.tsx'
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

const states = {
  valid: { title: 'Certificado válido', Icon: IconShieldCheck },
  replaced: { title: 'Certificado substituído', Icon: IconAlertTriangle },
  revoked: { title: 'Certificado revogado', Icon: IconShieldX },
}

function Issued({ verification }: { verification: Verification }) {
  const { state } = verification
  const { title, Icon } = states[state]
  return (
    <>
      <article className={classes.card}>
        <SchoolMark />
        <p className={classes.state} data-state={state}>
          <Icon size={22} aria-hidden /> {title}
        </p>
        {state === 'replaced' && (
          <p className={classes.note}>
            A escola emitiu uma versão mais nova deste certificado. Peça ao aluno o arquivo mais recente.
          </p>
        )}
        {verification.utc_revoked_on && (
          <p className={classes.note}>
            A escola revogou este certificado em {formatDate(verification.utc_revoked_on)}, e ele não vale mais.
            {verification.revoked_why && ` Motivo: ${verification.revoked_why}`}
          </p>
        )}
        <h1 className={classes.student}>{verification.student_name || 'Nome apagado'}</h1>
        <p className={classes.course}>
          {completionVerb(verification.courses)} <strong>{verification.course_title}</strong>
        </p>
        {verification.origin && <p className={classes.origin}>{verification.origin}</p>}
        <dl className={classes.facts}>
          {factsOf(verification).map(
            ([label, value]) =>
              value && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        <Syllabus modules={verification.modules} />
        <CredentialLink verification={verification} />
        {verification.is_mine && state === 'valid' && verification.is_drawn && (
          <div className={classes.actions}>
            <ShareActions
              course={verification.course_title}
              code={verification.code}
              issuedOn={verification.utc_issued_on}
            />
          </div>
        )}
      </article>
      <FileCheck proof={verification} />
      <IssueHistory {...verification} />
    </>
  )
}

const factsOf = (verification: Verification): [label: string, value: string | null][] => [
  ['Título', verification.title],
  ['Nota', verification.mark],
  ['Carga horária', verification.workload_hours_pretty],
  ['Início', verification.utc_started_on && formatDate(verification.utc_started_on)],
  ['Concluído em', verification.utc_completed_on && formatDate(verification.utc_completed_on)],
  ['Emitido em', formatDate(verification.utc_issued_on)],
  ['Assinado por', verification.signature_name],
  ['Escola', verification.school_name],
  ['Razão social', verification.legal_name],
  ['CNPJ ou CPF', verification.issuer_number],
  ['Cidade', verification.place],
  [
    'Registro',
    verification.register_number === null
      ? ''
      : `nº ${verification.register_number}, livro ${verification.register_book}`,
  ],
  ['Código', verification.code],
]

function Syllabus({ modules }: Pick<Verification, 'modules'>) {
  if (modules.length === 0) return null
  return (
    <details className={classes.syllabus}>
      <summary>Conteúdo estudado</summary>
      {modules.map(({ title, lessons }, index) => (
        <section key={`${index} ${title}`}>
          <h2>{title}</h2>
          <ul>
            {lessons.map((lesson, index) => (
              <li key={`${index} ${lesson}`}>{lesson}</li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  )
}

/** Credential that a program checks by itself, where the certificate has one. */
function CredentialLink({ verification }: { verification: Verification }) {
  const { id: schoolId } = useSchool()
  const { state, is_drawn, register_number, student_name, code } = verification
  // A certificate whose student was erased has none.
  if (state !== 'valid' || !is_drawn || register_number === null || student_name === '') return null
  return (
    <DownloadButton
      label="Baixar credencial digital (Open Badges 3.0)"
      download={() => download(credentials.credential, { params: { schoolId, code } }, `certificado-${code}.jwt`)}
      done="A credencial foi baixada."
    />
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
