import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'

interface PillLinksProps<State> {
  label: string
  states: readonly State[]
  current: State
  nameOf: (state: State) => string
  /** Search of the address that shows a state. */
  searchOf: (state: State) => object
}

/** Filter of a list. Each is an address; unless it matches as a whole, the one without a state would pass for the current one beside all others. */
export const PillLinks = <State extends string | undefined>(pills: PillLinksProps<State>) => (
  <Group gap={6} component="nav" aria-label={pills.label}>
    {pills.states.map((state) => (
      <Button
        key={state ?? 'all'}
        size="compact-md"
        radius="xl"
        variant={state === pills.current ? 'selected' : 'default'}
        aria-current={state === pills.current ? 'page' : undefined}
        renderRoot={(props) => (
          <Link {...props} to="." search={pills.searchOf(state) as never} activeOptions={{ exact: true }} replace />
        )}
      >
        {pills.nameOf(state)}
      </Button>
    ))}
  </Group>
)
