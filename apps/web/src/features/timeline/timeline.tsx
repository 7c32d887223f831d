import { Button, Skeleton, Text } from '@mantine/core'
import { usePart } from '../../ui/loading/part.ts'
import { Section } from '../../ui/section.tsx'
import type { EventsProps } from './timeline-events.tsx'
import { timelineEvents } from './timeline-part.ts'

/** Shows what happened to a student in the school, newest first. */
export function Timeline(props: EventsProps) {
  const { loaded, hasFailed, retry } = usePart(timelineEvents)
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
