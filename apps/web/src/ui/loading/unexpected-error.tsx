import { Button, Stack, Text, Title } from '@mantine/core'
import { IconMoodSad } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from '../state.module.css'

interface UnexpectedErrorProps {
  onRetry: () => void
  /** Another action beside the retry. */
  action?: ReactNode
}

/** The last resort of a page, for what is our fault. */
export function UnexpectedError({ onRetry, action }: UnexpectedErrorProps) {
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
      <Button onClick={onRetry} className={classes.action}>
        Tentar novamente
      </Button>
      {action}
    </Stack>
  )
}
