import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  title: string
  text?: ReactNode
  /** Content beside the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of a page that is read and changed by itself. */
export const Section = ({ title, text, aside, children }: Props) => (
  <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }} component="section" aria-label={title}>
    <Stack gap="md">
      <div>
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h3">
            {title}
          </Title>
          {aside}
        </Group>
        {text && (
          <Text size="sm" c="dimmed" mt={4}>
            {text}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  </Paper>
)
