import { Group, Loader, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Says what a payment waits for. */
export const Waiting = ({ children }: { children: ReactNode }) => (
  <Group gap="sm" wrap="nowrap" role="status">
    <Loader size="sm" aria-hidden />
    <Text>{children}</Text>
  </Group>
)
