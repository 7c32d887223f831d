import { Button, Stack, Text, Title } from '@mantine/core'
import { IconMoodSad } from '@tabler/icons-react'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import { ErrorState } from './error-state.tsx'
import classes from './state.module.css'

/** The last resort of a page: what the server refused is said as such, anything else is our fault. */
export function Crash({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  if (error instanceof ApiError) return <ErrorState error={error} onRetry={retry} level={1} />
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
    </Stack>
  )
}
