import { audienceTexts, describeAudience } from '@escola/contract/audience'
import type { calendars } from '@escola/contract/calendars.contract'
import { countOf } from '@escola/contract/messages'
import { accessRequest } from '@escola/contract/permission-texts'
import type { ResponseOf } from '@escola/contract/route'
import { courseTitle } from '@escola/contract/titles'
import { Alert, Button, Modal, Paper, ScrollArea, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCalendarTime } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAppContext, useSchool } from '../../session/context.ts'
import { useRights } from '../../session/rights.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import lists from '../../ui/lists/lists.module.css'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { CalendarEditor } from './calendar-editor.tsx'
import classes from './calendars.module.css'
import { calendarQueries, useMakePrivate } from './calendars.queries.ts'

type Course = ResponseOf<typeof calendars.list>['degrees'][number]

const summaryOf = ({ isOpened, dated, opened }: Course) => {
  if (isOpened) return 'Curso inteiro liberado'
  const parts = [
    dated > 0 && countOf(dated, 'módulo com data', 'módulos com data'),
    opened > 0 && countOf(opened, 'módulo liberado', 'módulos liberados'),
  ]
  return parts.filter(Boolean).join(', ') || 'Segue a regra do curso'
}

/** Says in a sentence who can open a course; an answer that is missing says nothing, and who may not see a course's classes has none. */
function useAudienceText(link: string) {
  const enabled = useRights().may('courses')
  const { data } = useQuery({ ...calendarQueries.audience(useSchool().id, link), enabled })
  return data && describeAudience(data)
}

function Audience({ link }: { link: string }) {
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {useAudienceText(link)}
    </Text>
  )
}

/** Warns of a course that a platform sells and that costs nothing to those who sign up. */
function GivenAway({ course }: { course: Course }) {
  const { team } = useAppContext()
  const title = courseTitle(course)
  const mayClose = useRights().may('courses')
  const audience = useAudienceText(course.link) ?? `${audienceTexts.openToAll}.`
  const { mutateAsync: makePrivate } = useMakePrivate()
  const { run, isPending } = useConfirmedChange()
  const close = () =>
    run({
      question: {
        title: `Tornar “${title}” privado?`,
        text: `${audience} Quem está só na turma pública deixa de abrir este curso. O que já estudou fica guardado.`,
        confirmLabel: audienceTexts.makePrivate,
      },
      change: () => makePrivate(course.link),
      done: audienceTexts.isPrivate,
    })
  return (
    <Alert color="ambar" variant="light" icon={<IconAlertTriangle />} mt="xs">
      {audience}{' '}
      {mayClose ? (
        <BusyButton
          variant="light"
          size="compact-sm"
          busy={isPending}
          aria-label={`${audienceTexts.makePrivate}: ${title}`}
          onClick={close}
        >
          {audienceTexts.makePrivate}
        </BusyButton>
      ) : (
        accessRequest.closing(team?.owner_name)
      )}
    </Alert>
  )
}

/** Lists the openings of each course's modules to this class, if they differ from the course's own. */
export function CohortCalendars({ cohortId }: { cohortId: string }) {
  const { data, error, refetch } = useQuery(calendarQueries.list(useSchool().id, cohortId))
  const [shown, setShown] = useState<Course>()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (data?.degrees.length === 0) return null
  return (
    <Paper p="lg" component="section">
      <Stack>
        <div>
          <Title order={2} size="h3">
            Calendário da turma
          </Title>
          <Text c="dimmed" size="sm">
            Diga quando cada módulo é liberado para esta turma, ou libere agora.
          </Text>
        </div>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        <ScrollArea.Autosize mah="24rem" type="auto" scrollbars="y" offsetScrollbars="present">
          <ul className={lists.ruled}>
            {data?.degrees.map((course) => (
              <li key={course.id} className={classes.row}>
                <div className={classes.title}>
                  <Text fw={600}>{courseTitle(course)}</Text>
                  <Text size="sm" c="dimmed">
                    {summaryOf(course)}
                  </Text>
                  {course.isGivenAway && <GivenAway course={course} />}
                </div>
                <Button
                  size="xs"
                  variant="light"
                  leftSection={<IconCalendarTime size={16} aria-hidden />}
                  aria-label={`Calendário de ${courseTitle(course)}`}
                  onClick={() => {
                    setShown(course)
                    setOpen(true)
                  }}
                >
                  Calendário
                </Button>
              </li>
            ))}
          </ul>
        </ScrollArea.Autosize>
      </Stack>
      <Modal opened={isOpen} onClose={close} title={shown && `Calendário de ${courseTitle(shown)}`} size="lg" centered>
        {shown && <Audience link={shown.link} />}
        {shown && <CalendarEditor cohortId={cohortId} degreeId={shown.id} onClose={close} />}
      </Modal>
    </Paper>
  )
}
