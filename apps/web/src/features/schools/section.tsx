import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  title: string
  text?: ReactNode
  children: ReactNode
}

export const Section = ({ title, text, children }: Props) => (
  <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }} component="section" aria-label={title}>
    <Stack gap="md">
      <div>
        <Title order={2} size="h3">
          {title}
        </Title>
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
