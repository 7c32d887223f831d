import type { Calendar } from '@escola/contract/calendars.contract'
import { refusals } from '@escola/contract/refusals'
import { utcOf, wallTimeOf } from '@escola/contract/wall-time'
import { Alert, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { MomentField } from '../../ui/forms/moment-field.tsx'
import lists from '../../ui/lists/lists.module.css'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { notifySuccess } from '../../ui/notify.ts'
import classes from './calendars.module.css'
import { calendarQueries, useOpenForCohort, useSaveCalendar } from './calendars.queries.ts'
import { OpeningButton } from './opening-button.tsx'
import { WholeCourse } from './whole-course.tsx'

interface Props {
  cohortId: string
  degreeId: string
  onClose: () => void
}

export function CalendarEditor({ cohortId, degreeId, onClose }: Props) {
  const { data, error, refetch } = useQuery(calendarQueries.one(useSchool().id, cohortId, degreeId))
  if (data) return <CalendarForm cohortId={cohortId} calendar={data.calendar} onClose={onClose} />
  return error ? (
    <ErrorState error={error} onRetry={() => void refetch()} />
  ) : (
    <Skeleton height={220} radius="md" aria-busy aria-label="Carregando" />
  )
}

/** The form keeps the typed dates until they are saved; untouched fields follow the server. */
function CalendarForm({ cohortId, calendar, onClose }: Pick<Props, 'cohortId' | 'onClose'> & { calendar: Calendar }) {
  const { degree, modules, isOpened } = calendar
  const save = useSaveCalendar(cohortId, degree.id)
  const { mutateAsync: change } = useOpenForCohort(cohortId, degree.id)
  const [typed, setTyped] = useState<Record<string, string>>({})
  const formatSaved = (utc: string | null) => (utc === null ? '' : wallTimeOf(utc))
  const changed = modules.filter(({ id, opens_on }) => (typed[id] ?? formatSaved(opens_on)) !== formatSaved(opens_on))
  const isWrong = (id: string) => Boolean(typed[id]) && utcOf(typed[id]!) === undefined

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending || changed.some(({ id }) => isWrong(id))) return
    const wanted = changed.map(({ id }) => ({ id, opens_on: typed[id] ? utcOf(typed[id]!)! : null }))
    save.mutate(wanted, {
      onSuccess: () => {
        notifySuccess('Calendário salvo!')
        onClose()
      },
    })
  }
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <WholeCourse
          title={degree.title}
          isOpened={isOpened}
          texts={['O curso inteiro está liberado para esta turma.', 'Quer liberar tudo de uma vez para esta turma?']}
          change={change}
        />
        <Text size="sm" c="dimmed">
          {degree.no_dripping
            ? 'Sem data, o módulo já está liberado.'
            : 'Sem data, o módulo segue a regra de liberação do curso.'}{' '}
          As datas valem no horário de Brasília.
        </Text>
        {modules.length === 0 && <Text c="dimmed">Este curso ainda não tem nenhum módulo com aulas publicadas.</Text>}
        <ol className={lists.ruled}>
          {modules.map((module) => (
            <li key={module.id}>
              <Stack gap={8}>
                <Group gap="xs">
                  <Text fw={600}>{module.title}</Text>
                  {(isOpened || module.isOpened) && (
                    <Badge variant="light" color="teal" tt="none">
                      liberado
                    </Badge>
                  )}
                </Group>
                <div className={classes.row}>
                  <MomentField
                    className={classes.title}
                    aria-label={`Data de abertura: ${module.title}`}
                    value={typed[module.id] ?? formatSaved(module.opens_on)}
                    error={isWrong(module.id) && refusals.farMoment}
                    onChange={(text) => setTyped({ ...typed, [module.id]: text })}
                  />
                  {!isOpened && (
                    <OpeningButton
                      title={module.title}
                      moduleId={module.id}
                      isOpened={module.isOpened}
                      change={change}
                    />
                  )}
                </div>
              </Stack>
            </li>
          ))}
        </ol>
        {save.error && <Alert color="danger">{textOf(save.error)}</Alert>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Fechar
          </Button>
          <BusyButton type="submit" busy={save.isPending} disabled={changed.length === 0}>
            Salvar datas
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}
