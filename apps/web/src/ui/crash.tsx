import { Button, Stack, Text, Title } from '@mantine/core'
import { IconMoodSad } from '@tabler/icons-react'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, offline } from '../api/api-error.ts'
import { ErrorState } from './error-state.tsx'
import { isMissingPart, leaveOldBuild, reloadWhenReachable } from './missing-part.ts'
import { useDocumentTitle } from './page.tsx'
import classes from './state.module.css'

// A lesson's page has no header to leave by.
const wayOut = (
  <Button variant="subtle" renderRoot={(props) => <Link to="/" {...props} />}>
    Ir para o início
  </Button>
)

/** The last resort of a page: what the server refused is said as such, anything else is our fault. */
export function Crash({ error, reset }: ErrorComponentProps) {
  useDocumentTitle('Não foi possível carregar')
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  if (isMissingPart(error)) return <MissingPart />
  if (error instanceof ApiError) return <ErrorState error={error} onRetry={retry} level={1} action={wayOut} />
  return (
    <Stack align="center" gap="xs" className={classes.state} role="alert">
      <span className={classes.icon}>
        <IconMoodSad size={30} stroke={1.5} aria-hidden />
      </span>
      <Title order={1} size="h3" ta="center">
        Desculpe, algo deu errado por aqui
      </Title>
      <Text c="dimmed" ta="center" maw={460}>
        Nossa equipe já foi acordada e está cuidando disso. Tente novamente em alguns instantes.
      </Text>
      <Button onClick={retry} className={classes.action}>
        Tentar novamente
      </Button>
      {wayOut}
    </Stack>
  )
}

/** A part of the program is not here: the connection is away, or a newer version has replaced it. */
function MissingPart() {
  useEffect(() => {
    void leaveOldBuild()
    const retry = () => void reloadWhenReachable()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [])
  return <ErrorState error={offline()} onRetry={() => void reloadWhenReachable()} level={1} action={wayOut} />
}
