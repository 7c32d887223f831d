import type { DomainState } from '@escola/contract/domains.contract'
import { Badge } from '@mantine/core'

const looks = {
  waiting: { label: 'aguardando DNS', color: 'ambar' },
  active: { label: 'ativo', color: 'teal' },
  broken: { label: 'com problema', color: 'danger' },
} satisfies Record<DomainState, object>

export const DomainBadge = ({ state }: { state: DomainState }) => (
  <Badge variant="light" color={looks[state].color} tt="none">
    {looks[state].label}
  </Badge>
)
