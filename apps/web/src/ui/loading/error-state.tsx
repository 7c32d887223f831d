import { Button, Stack, Text, Title } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ApiError, textOf } from '../../api/api-error.ts'
import classes from '../state.module.css'

interface ErrorStateProps {
  error: unknown
  onRetry?: () => void
  /** 1 where it is the whole page. */
  level?: 1 | 2
  /** Another action beside the retry. */
  action?: ReactNode
}

export const failureTitle = 'Não foi possível carregar'

/** Says in place of a failed part what failed, why, and what to do. */
export function ErrorState({ error, onRetry, level = 2, action }: ErrorStateProps) {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <Stack align="center" gap="xs" className={classes.state} role="alert">
      <span className={classes.icon}>
        <IconCloudOff size={30} stroke={1.5} aria-hidden />
      </span>
      <Title order={level} size="h3" ta="center">
        {failureTitle}
      </Title>
      <Text c="dimmed" ta="center" maw={460}>
        {textOf(error)}
      </Text>
      {requestId && (
        <Text size="xs" c="dimmed">
          Código para o suporte: {requestId}
        </Text>
      )}
      {onRetry && (
        <Button variant="light" onClick={onRetry} className={classes.action}>
          Tentar novamente
        </Button>
      )}
      {action}
    </Stack>
  )
}
