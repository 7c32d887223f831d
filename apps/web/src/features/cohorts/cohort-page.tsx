import { type Cohort, describeRemoval } from '@escola/contract/cohorts.contract'
import { limits } from '@escola/contract/limits'
import type { StudentSort } from '@escola/contract/sorts'
import { newCohortTitle, pageTitles } from '@escola/contract/titles'
import { ActionIcon, Group, Menu, Paper, Stack, TextInput, Title } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SavedTextStatus, StaleText } from '../../autosave/saved-text-status.tsx'
import { useSavedText } from '../../autosave/use-saved-text.ts'
import { useSchool } from '../../session/context.ts'
import { makeDangerQuestion } from '../../ui/danger-question.ts'
import { Page } from '../../ui/page.tsx'
import { isUnmade } from '../../ui/unmade.ts'
import { useConfirmedChange } from '../../ui/use-confirmed-change.ts'
import { useGoOn } from '../../ui/use-go-on.ts'
import { useInlineTitle } from '../../ui/use-inline-title.ts'
import { useQueryTable } from '../../ui/use-query-table.ts'
import { AddStudentButton } from './add-student.tsx'
import { CohortCourses } from './cohort-courses.tsx'
import { CohortIntegrations } from './cohort-integrations.tsx'
import classes from './cohort-page.module.css'
import { CohortStudents } from './cohort-students.tsx'
import { CohortTerm } from './cohort-term.tsx'
import {
  type CohortQuery,
  cohortQueries,
  useCohortId,
  useCohortRemoval,
  useRemoveCohort,
  useUpdateCohort,
} from './cohorts.queries.ts'
import { countStudents } from './courses-summary.ts'

interface CohortPageProps {
  id: string
  query: CohortQuery
  onPage: (page: number) => void
  onSort: (sort: StudentSort) => void
  /** Buttons beside the list of students. */
  studentActions: (cohort: Cohort) => ReactNode
  /** Imports and moves of students. */
  studentWork: ReactNode
  calendars: ReactNode
  /** Puts the event of a sale into words. */
  formatSaleEvent: (event: string) => string
}

export function CohortPage({
  id,
  query,
  onPage,
  onSort,
  studentActions,
  studentWork,
  calendars,
  formatSaleEvent,
}: CohortPageProps) {
  const schoolId = useSchool().id
  const { data, isLoading } = useQueryTable(query, (query) => cohortQueries.one(schoolId, id, query))
  const { gateway, degrees, students } = data
  const isUnmadeYet = isUnmade({ link: id })
  const client = useQueryClient()
  const goOn = useGoOn()
  const idOf = useCohortId(id, (gateway) => {
    client.setQueryData(cohortQueries.one(schoolId, gateway.id, query).queryKey, { ...data, gateway })
    void goOn({ to: '/turma/$cohortId', params: { cohortId: gateway.id }, state: { made: gateway.id } })
  })
  const update = useUpdateCohort(idOf)
  const isNew = useRouterState({ select: ({ location }) => location.state.isNew === true })
  const title = useSavedText({
    thing: isUnmadeYet ? undefined : `cohort.${id}`,
    value: gateway.title,
    save: (text) => update.mutateAsync({ title: text }),
    delayMs: limits.lessonAutosaveMs,
  })
  const field = useInlineTitle({ title: title.text, fallback: newCohortTitle, isNew, onChange: title.type })
  return (
    <Page
      title={title.text.trim() || newCohortTitle}
      description={countStudents(gateway.totalStudents)}
      back={{ to: '/turmas', label: pageTitles.cohorts }}
      actions={
        <>
          <AddStudentButton cohort={gateway} idOf={idOf} />
          {!gateway.is_public && !isUnmadeYet && <CohortMenu cohort={{ ...gateway, title: title.text }} />}
        </>
      }
    >
      <Paper withBorder radius="lg" p="lg" className={classes.settings}>
        <div>
          <TextInput
            {...field}
            label="Nome da turma"
            value={title.text}
            maxLength={limits.inputMax}
            onChange={(event) => title.type(event.currentTarget.value)}
          />
          <SavedTextStatus field={title} />
          <StaleText field={title} label="Nome da turma" />
        </div>
        <CohortCourses cohort={gateway} idOf={idOf} courses={degrees} />
      </Paper>
      {!isUnmadeYet && <CohortTerm cohort={gateway} />}
      {!isUnmadeYet && <CohortIntegrations cohort={gateway} formatSaleEvent={formatSaleEvent} />}
      {calendars}
      {studentWork}
      <Paper withBorder radius="lg" p="lg">
        <Stack>
          <Group justify="space-between" gap="xs">
            <Title order={2} size="h3">
              Alunos matriculados
            </Title>
            {!isUnmadeYet && <Group gap="xs">{studentActions(gateway)}</Group>}
          </Group>
          <CohortStudents
            cohort={gateway}
            students={students}
            isLoading={isLoading}
            sort={query.sort}
            onPage={onPage}
            onSort={onSort}
          />
        </Stack>
      </Paper>
    </Page>
  )
}

function CohortMenu({ cohort }: { cohort: Cohort }) {
  const { id, title } = cohort
  const getRemoval = useCohortRemoval(id)
  const remove = useRemoveCohort(id)
  const navigate = useNavigate()
  const { run, isPending } = useConfirmedChange()
  const handleRemove = () =>
    run({
      // The class takes more with it than its page shows, so the question is never asked without the numbers.
      question: async () => makeDangerQuestion(describeRemoval(title, await getRemoval()), 'Apagar turma'),
      change: async () => {
        await remove.mutateAsync()
        await navigate({ to: '/turmas' })
      },
      done: 'Turma apagada!',
    })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="Mais ações" aria-busy={isPending}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={handleRemove}>
          Apagar turma
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
