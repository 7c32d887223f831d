import { dayAfter, dayOf, dayStart, formatDate, formatTime } from '@escola/contract/time'
import type { TimelineEvent } from '@escola/contract/timeline.contract'
import { Button, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core'
import {
  IconArrowsRightLeft,
  IconBasket,
  IconCalendarTime,
  IconCheck,
  IconClipboardCheck,
  IconClipboardText,
  IconLogin2,
  IconLogout2,
  IconMail,
  IconMessageQuestion,
  IconSchool,
  IconTransfer,
  IconTrophy,
  IconUsers,
} from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSchool } from '../../session/context.ts'
import lists from '../../ui/lists/lists.module.css'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './timeline.module.css'
import { type ShownPart, timelineQueries } from './timeline.queries.ts'
import { describeEvent } from './timeline-words.ts'

export interface EventsProps {
  link: string
  /** Puts a platform's own word for an event into Portuguese. */
  formatSaleEvent: (event: string) => string
  /** Action on a sale, where there is one. */
  saleActionOf: (sale: Extract<TimelineEvent, { kind: 'sale' }>) => ReactNode
}

const partLabels: { value: ShownPart; label: string }[] = [
  { value: '', label: 'Tudo' },
  { value: 'access', label: 'Acesso' },
  { value: 'study', label: 'Estudo' },
  { value: 'sales', label: 'Vendas' },
  { value: 'messages', label: 'Mensagens' },
  { value: 'questions', label: 'Perguntas' },
]
const emptyTexts: Record<ShownPart, string> = {
  '': 'Nada aconteceu com este aluno ainda.',
  access: 'Este aluno nunca entrou em uma turma.',
  study: 'Este aluno ainda não concluiu nenhuma aula.',
  sales: 'Nenhuma venda foi recebida para este aluno.',
  messages: 'Nenhuma mensagem foi escrita para este aluno.',
  questions: 'Este aluno não fez nenhuma pergunta.',
}
/** Events that are shown until more are asked for. */
const beginning = 6

export function TimelineEvents(props: EventsProps) {
  const [shown, setShown] = useState<ShownPart>('')
  return (
    <Section
      title="Histórico"
      aside={
        <NativeSelect
          aria-label="Mostrar no histórico"
          data={partLabels}
          value={shown}
          onChange={(event) => setShown(event.currentTarget.value as ShownPart)}
        />
      }
    >
      <EventRanges key={shown} shown={shown} {...props} />
    </Section>
  )
}

/** The ranges that were asked for, each behind the one before, by days. */
function EventRanges({ link, shown, ...props }: EventsProps & { shown: ShownPart }) {
  const schoolId = useSchool().id
  const [places, setPlaces] = useState([''])
  const [isFolded, setFolded] = useState(true)
  const ranges = useQueries({
    queries: places.map((before) => timelineQueries.list(schoolId, link, { part: shown, before })),
  })
  const events = ranges.flatMap(({ data }) => data?.events ?? [])
  const last = ranges.at(-1)!
  const isCut = isFolded && events.length > beginning
  const next = last.data?.next
  if (last.data && events.length === 0) return <Text c="dimmed">{emptyTexts[shown]}</Text>
  return (
    <Stack gap="md">
      {groupByDay(isCut ? events.slice(0, beginning) : events).map(([day, ofDay]) => (
        <section key={day} aria-label={nameDay(day)}>
          <Title order={3} size="sm" c="dimmed" mb="xs">
            {nameDay(day)}
          </Title>
          <ol className={lists.ruled}>
            {ofDay.map((event) => (
              <EventRow key={event.key} event={event} {...props} />
            ))}
          </ol>
        </section>
      ))}
      {!last.data &&
        (last.error ? (
          <ErrorState error={last.error} onRetry={() => void last.refetch()} />
        ) : (
          <Skeleton height={240} role="status" aria-label="Carregando o histórico" />
        ))}
      {(isCut || next) && (
        <Button
          variant="light"
          style={{ alignSelf: 'start' }}
          onClick={isCut ? () => setFolded(false) : () => setPlaces([...places, next!])}
        >
          Mostrar mais
        </Button>
      )}
    </Stack>
  )
}

/** Groups events, which stand in their order, by their days. */
function groupByDay(events: TimelineEvent[]): [day: string, events: TimelineEvent[]][] {
  const days = new Map<string, TimelineEvent[]>()
  for (const event of events) {
    const day = dayOf(new Date(event.utc_on))
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return [...days]
}

function nameDay(day: string): string {
  const today = dayOf(new Date())
  if (day === today) return 'Hoje'
  return day === dayAfter(today, -1) ? 'Ontem' : formatDate(dayStart(day))
}

const icons: Record<TimelineEvent['kind'], typeof IconMail> = {
  given: IconLogin2,
  ended: IconLogout2,
  moved: IconArrowsRightLeft,
  term_set: IconCalendarTime,
  term_changed: IconCalendarTime,
  lessons_completed: IconCheck,
  course_completed: IconTrophy,
  exam_begun: IconClipboardText,
  exam_handed_in: IconClipboardText,
  exam_corrected: IconClipboardText,
  exam_passed: IconClipboardCheck,
  exam_exception: IconCalendarTime,
  exam_late_counted: IconClipboardText,
  question: IconMessageQuestion,
  merged: IconUsers,
  merge_undone: IconUsers,
  sale: IconBasket,
  purchase_given: IconTransfer,
  message: IconMail,
  entered: IconSchool,
}

function EventRow({ event, formatSaleEvent, saleActionOf }: { event: TimelineEvent } & Omit<EventsProps, 'link'>) {
  const { title, details } = describeEvent(event, formatSaleEvent)
  const Icon = icons[event.kind]
  const said = details.filter(Boolean)
  return (
    <li className={classes.event}>
      <Icon size={20} stroke={1.7} aria-hidden />
      <div>
        <Text fw={600}>{title}</Text>
        {said.length > 0 && (
          <Text size="sm" c="dimmed">
            {said.join(' · ')}
          </Text>
        )}
        {event.kind === 'sale' && saleActionOf(event)}
      </div>
      <time dateTime={event.utc_on}>{formatTime(event.utc_on)}</time>
    </li>
  )
}
