import type { Verification } from '@escola/contract/certificates.contract'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatDate } from '../../ui/format.ts'
import { useDocumentTitle } from '../../ui/page.tsx'
import { certificateQueries } from './certificates.queries.ts'
import { FileCheck } from './file-check.tsx'
import classes from './verification-page.module.css'

/** What the QR of a certificate leads to: what was issued under this code, for anybody. */
export function VerificationPage({ code }: { code: string }) {
  const school = useSchool()
  useDocumentTitle('Verificação de certificado')
  const { data, error, refetch } = useQuery(certificateQueries.verification(school.id, code))
  return (
    <div className={classes.page}>
      {data ? (
        <Issued verification={data} />
      ) : error instanceof ApiError && (error.status === 404 || error.status === 400) ? (
        <Unknown code={code} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} level={1} />
      ) : (
        <div role="status" aria-busy="true" aria-label="Conferindo o certificado">
          <Skeleton height={420} radius="lg" />
        </div>
      )}
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
        <p className={classes.state} data-state={verification.state}>
          {isValid ? <IconShieldCheck size={22} aria-hidden /> : <IconAlertTriangle size={22} aria-hidden />}
          {isValid ? 'Certificado válido' : 'Certificado substituído'}
        </p>
        {!isValid && (
          <p className={classes.note}>
            A escola emitiu uma versão mais nova deste certificado. Peça ao aluno o arquivo mais recente.
          </p>
        )}
        <h1 className={classes.student}>{verification.student_name}</h1>
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

function Unknown({ code }: { code: string }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const verify = (event: FormEvent) => {
    event.preventDefault()
    if (wanted) void navigate({ to: '/v/$code', params: { code: wanted } })
  }
  return (
    <section className={classes.card}>
      <h1 className={classes.state} data-state="unknown">
        <IconShieldX size={22} aria-hidden /> Código não encontrado
      </h1>
      <p className={classes.note}>
        Nenhum certificado desta escola tem o código <strong>{code}</strong>. Confira se ele foi copiado por inteiro,
        como aparece no certificado.
      </p>
      <form className={classes.form} onSubmit={verify}>
        <TextInput
          label="Código do certificado"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" disabled={wanted.length < 4}>
          Verificar
        </Button>
      </form>
    </section>
  )
}
