import { Stack, Text, Title } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import classes from './state.module.css'

export interface EmptyStateProps {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  title: string
  text?: ReactNode
  /** 1 where it is the whole page. */
  level?: 1 | 2
  /** The next step. */
  action?: ReactNode
}

export function EmptyState({ icon: Icon, title, text, level = 2, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" className={classes.state}>
      <span className={classes.icon}>
        <Icon size={30} stroke={1.5} aria-hidden />
      </span>
      <Title order={level} size="h3" ta="center">
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
