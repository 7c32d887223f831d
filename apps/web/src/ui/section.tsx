import { Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  title: string
  text?: ReactNode
  /** Content beside the title. */
  aside?: ReactNode
  /** The title is read out alone, and nothing stands beside it. */
  hidesTitle?: boolean
  children: ReactNode
}

/** A part of a page that is read and changed by itself. */
export const Section = ({ title, text, aside, hidesTitle, children }: Props) => (
  <Paper p={{ base: 'md', sm: 'lg' }} component="section" aria-label={title}>
    <Stack gap="md">
      {hidesTitle ? (
        <VisuallyHidden component="h2">{title}</VisuallyHidden>
      ) : (
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
      )}
      {children}
    </Stack>
  </Paper>
)
