import type { StudentOpenings as Openings } from '@escola/contract/calendars.contract'
import { formatDateTime } from '@escola/contract/time'
import { courseTitle } from '@escola/contract/titles'
import { Alert, Button, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { IconLockOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { useSchool } from '../../session/context.ts'
import lists from '../../ui/lists/lists.module.css'
import classes from './calendars.module.css'
import { calendarQueries, useOpenForStudent } from './calendars.queries.ts'
import { OpeningButton } from './opening-button.tsx'
import { WholeCourse } from './whole-course.tsx'

interface Props {
  userId: string
  degree: { id: string; title: string }
}

/** The way to what a course has open for one student. */
export function StudentOpenings({ userId, degree }: Props) {
  const [isOpen, setOpen] = useState(false)
  const title = courseTitle(degree)
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconLockOpen size={16} aria-hidden />}
        aria-label={`Liberar módulos de ${title}`}
        onClick={() => setOpen(true)}
      >
        Liberar módulos
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={title} size="lg" centered>
        <OpeningList userId={userId} degree={degree} />
      </Modal>
    </>
  )
}

function OpeningList({ userId, degree }: Props) {
  const { data, error } = useQuery(calendarQueries.ofStudent(useSchool().id, userId, degree.id))
  const { mutateAsync: change } = useOpenForStudent(userId, degree.id)
  if (error && !data) return <Alert color="danger">{textOf(error)}</Alert>
  if (!data) return <Skeleton height={160} radius="md" aria-busy aria-label="Carregando" />
  const { openings } = data
  const isAllOpen = openings.modules.every(({ availableWhen }) => availableWhen === null)
  return (
    <Stack>
      {(openings.isOpened || !isAllOpen) && (
        <WholeCourse
          title={courseTitle(degree)}
          isOpened={openings.isOpened}
          texts={['O curso inteiro está liberado para este aluno.', 'Quer liberar tudo de uma vez para este aluno?']}
          change={change}
        />
      )}
      <ol className={lists.ruled}>
        {openings.modules.map((module) => (
          <li key={module.id} className={classes.row}>
            <div className={classes.title}>
              <Text fw={600}>{module.title}</Text>
              <Text size="sm" c="dimmed">
                {stateOf(openings, module)}
              </Text>
            </div>
            {(module.isOpened || module.availableWhen) && (
              <OpeningButton title={module.title} moduleId={module.id} isOpened={module.isOpened} change={change} />
            )}
          </li>
        ))}
      </ol>
    </Stack>
  )
}

function stateOf(all: Openings, module: Openings['modules'][number]): string {
  if (module.availableWhen) return `Libera em ${formatDateTime(module.availableWhen)}`
  if (module.isOpened || all.isOpened) return 'Liberado para este aluno'
  return module.isOpenedForClass || all.isOpenedForClass ? 'Liberado para a turma' : 'Liberado'
}
