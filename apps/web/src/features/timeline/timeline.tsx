import { Button, Skeleton, Text } from '@mantine/core'
import { part, usePart } from '../../ui/part.ts'
import { Section } from '../../ui/section.tsx'
import type { EventsProps } from './timeline-events.tsx'

/** The events come after the page that they are a part of. */
const events = part(() => import('./timeline-events.tsx'))

/** Shows what happened to a student in the school, newest first. */
export function Timeline(props: EventsProps) {
  const { loaded, hasFailed, retry } = usePart(events)
  if (loaded) return <loaded.TimelineEvents {...props} />
  return (
    <Section title="Histórico">
      {hasFailed ? (
        <div>
          <Text c="dimmed">O histórico não carregou.</Text>
          <Button variant="light" mt="xs" onClick={retry}>
            Tentar de novo
          </Button>
        </div>
      ) : (
        <Skeleton height={240} role="status" aria-label="Carregando o histórico" />
      )}
    </Section>
  )
}
