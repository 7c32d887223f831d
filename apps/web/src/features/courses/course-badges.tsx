import { Badge, Group } from '@mantine/core'
import { type Badge as BadgeName, badgeLook } from './badges.ts'

export function CourseBadges({ badges }: { badges: BadgeName[] }) {
  return (
    <Group gap={6}>
      {badges.map((badge) => (
        <Badge key={badge} variant="light" color={badgeLook[badge].color} size="md" tt="none" fw={600}>
          {badgeLook[badge].label}
        </Badge>
      ))}
    </Group>
  )
}
