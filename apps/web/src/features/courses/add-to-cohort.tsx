import type { CourseCohort } from '@escola/contract/courses.contract'
import { Alert, Button, NativeSelect, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useAddToCohort } from './courses.queries.ts'
import { countStudents } from './published-course.ts'
import classes from './published-dialog.module.css'

interface AddToCohortProps {
  courseId: string
  /** The school's own classes that don't open the course. */
  cohorts: CourseCohort[]
  onAdded: () => void
}

/** Puts the course into a class, or leads to the school's first class. */
export function AddToCohort({ courseId, cohorts, onAdded }: AddToCohortProps) {
  const add = useAddToCohort(courseId)
  const [chosen, setChosen] = useState(cohorts[0]?.id ?? '')
  if (cohorts.length === 0)
    return (
      <Button
        size="sm"
        className={classes.start}
        leftSection={<IconPlus size={18} aria-hidden />}
        renderRoot={(props) => <Link {...props} to="/turma/criar" preload={false} />}
      >
        Criar uma turma
      </Button>
    )
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending) void add.mutateAsync(chosen).then(onAdded, () => undefined)
  }
  return (
    <form onSubmit={handleSubmit}>
      <Stack gap="xs">
        <div className={classes.choice}>
          <NativeSelect
            label="Adicionar a uma turma"
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={cohorts.map(({ id, title, totalStudents }) => ({
              value: id,
              label: `${title} (${countStudents(totalStudents)})`,
            }))}
          />
          <BusyButton type="submit" busy={add.isPending}>
            Adicionar
          </BusyButton>
        </div>
        {add.error && (
          <Alert color="red" role="alert">
            {textOf(add.error)}
          </Alert>
        )}
      </Stack>
    </form>
  )
}
