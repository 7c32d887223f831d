import type { cohorts } from '@escola/contract/cohorts.contract'
import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import type { ResponseOf } from '@escola/contract/route'
import type { StudentSort } from '@escola/contract/sorts'
import { ActionIcon, Group, Menu, Paper, Stack, TextInput, Title } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { SavedTextStatus, StaleText } from '../../autosave/saved-text-status.tsx'
import { useSavedText } from '../../autosave/use-saved-text.ts'
import { confirm } from '../../ui/confirm.ts'
import { notifyError, notifySuccess } from '../../ui/notify.ts'
import { Page } from '../../ui/page.tsx'
import { AddStudentButton } from './add-student.tsx'
import { CohortCourses } from './cohort-courses.tsx'
import classes from './cohort-detail.module.css'
import { CohortStudents } from './cohort-students.tsx'
import { useRemoveCohort, useUpdateCohort } from './cohorts.queries.ts'
import { countStudents } from './courses-summary.ts'

export interface CohortPageProps {
  id: string
  page: number
  sort: StudentSort
  onPage: (page: number) => void
  onSort: (sort: StudentSort) => void
  importButton: ReactNode
  importHistory: ReactNode
}

export const backToCohorts = { to: '/turmas', label: 'Minhas turmas' } as const

type Cohort = ResponseOf<typeof cohorts.get>

const untitled = 'Nova turma'

export function CohortDetail({
  id,
  gateway,
  degrees,
  students,
  isLoadingPage,
  sort,
  onPage,
  onSort,
  importButton,
  importHistory,
}: CohortPageProps & Cohort & { isLoadingPage: boolean }) {
  const update = useUpdateCohort(id)
  const isNew = useRouterState({ select: ({ location }) => location.state.isNew === true })
  const name = useRef<HTMLInputElement>(null)
  // What was just made is named at once.
  useEffect(() => {
    if (!isNew) return
    name.current?.focus()
    name.current?.select()
  }, [isNew])
  const title = useSavedText({
    thing: `cohort.${id}`,
    value: gateway.title,
    save: (text) => update.mutateAsync({ title: text }),
    delayMs: limits.lessonAutosaveMs,
  })
  return (
    <Page
      title={title.text.trim() || untitled}
      description={countStudents(gateway.totalStudents)}
      back={backToCohorts}
      actions={
        <>
          <AddStudentButton cohortId={id} />
          <CohortMenu id={id} title={title.text} />
        </>
      }
    >
      <Paper withBorder radius="lg" p="lg" className={classes.settings}>
        <div>
          <TextInput
            ref={name}
            label="Nome da turma"
            value={title.text}
            maxLength={limits.inputMax}
            onChange={(event) => title.type(event.currentTarget.value)}
            onBlur={() => title.text.trim() === '' && title.type(untitled)}
          />
          <SavedTextStatus field={title} />
          <StaleText field={title} label="Nome da turma" />
        </div>
        <CohortCourses cohort={gateway} courses={degrees} />
      </Paper>
      {importHistory}
      <Paper withBorder radius="lg" p="lg">
        <Stack>
          <Group justify="space-between" gap="xs">
            <Title order={2} size="h3">
              Alunos matriculados
            </Title>
            {importButton}
          </Group>
          <CohortStudents
            cohortId={id}
            cohortTitle={gateway.title}
            students={students}
            isLoading={isLoadingPage}
            sort={sort}
            onPage={onPage}
            onSort={onSort}
          />
        </Stack>
      </Paper>
    </Page>
  )
}

function CohortMenu({ id, title }: { id: string; title: string }) {
  const remove = useRemoveCohort(id)
  const navigate = useNavigate()
  const handleRemove = async () => {
    if (remove.isPending) return
    const agreed = await confirm({
      title: messages.areYouSure,
      text: `A turma “${title}” será apagada. Os alunos continuam na escola, mas perdem o acesso aos cursos dela.`,
      confirmLabel: 'Apagar turma',
      danger: true,
    })
    if (!agreed) return
    try {
      await remove.mutateAsync()
      await navigate({ to: '/turmas' })
      notifySuccess('Turma apagada!')
    } catch (error) {
      notifyError(error)
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="Mais ações" aria-busy={remove.isPending}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void handleRemove()}>
          Apagar turma
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
