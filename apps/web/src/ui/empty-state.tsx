import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './drawings.tsx'
import classes from './state.module.css'

export interface EmptyStateProps {
  drawing: DrawingName
  title: string
  text?: ReactNode
  /** 1 where it is the whole page. */
  level?: 1 | 2
  /** The next step. */
  action?: ReactNode
}

export function EmptyState({ drawing, title, text, level = 2, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" className={classes.state}>
      <Drawing name={drawing} />
      <Title order={level} size="h3" ta="center" maw={560}>
        {title}
      </Title>
      {text && (
        <Text c="dimmed" ta="center" maw={460}>
          {text}
        </Text>
      )}
      {action && <div className={classes.action}>{action}</div>}
    </Stack>
  )
}
