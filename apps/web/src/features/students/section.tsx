import { Group, Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  /** Beside the title. */
  aside?: ReactNode
  children: ReactNode
}

export function Section({ title, aside, children }: SectionProps) {
  return (
    <Paper withBorder radius="lg" p="lg" component="section">
      <Stack gap="md">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h3">
            {title}
          </Title>
          {aside}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}
