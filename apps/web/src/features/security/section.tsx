import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  text: string
  /** Beside the title. */
  aside?: ReactNode
  children: ReactNode
}

export function Section({ title, text, aside, children }: SectionProps) {
  return (
    <Paper withBorder radius="lg" p="lg" component="section">
      <Stack gap="md">
        <div>
          <Group justify="space-between" gap="xs">
            <Title order={2} size="h3">
              {title}
            </Title>
            {aside}
          </Group>
          <Text c="dimmed" mt={4}>
            {text}
          </Text>
        </div>
        {children}
      </Stack>
    </Paper>
  )
}
