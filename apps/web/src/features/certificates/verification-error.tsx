import { Button, TextInput } from '@mantine/core'
import { IconShieldX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { PageError } from '../../ui/loading/page-error.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import classes from './verification-page.module.css'

/** Stands in place of a verification: an unknown code may be typed again. */
export function VerificationError({ error, code }: { error: unknown; code: string }) {
  const isUnknown = error instanceof ApiError && error.isUnknownAddress
  return isUnknown ? <UnknownCode code={code} /> : <PageError error={error} />
}

function UnknownCode({ code }: { code: string }) {
  useDocumentTitle('Verificação de certificado')
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const verify = (event: FormEvent) => {
    event.preventDefault()
    if (wanted) void navigate({ to: '/v/$code', params: { code: wanted } })
  }
  return (
    <div className={classes.page}>
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
    </div>
  )
}
