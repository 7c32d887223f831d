import type { CourseCohort, Degree } from '@escola/contract/courses.contract'
import { Alert, NativeSelect, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { Need } from '../../session/need.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useAddToCohort, useMakeCohortOf } from './courses.queries.ts'
import { countStudents } from './published-course.ts'
import classes from './published-dialog.module.css'

interface AddToCohortProps {
  course: Degree
  /** The school's own classes that don't open the course. */
  cohorts: CourseCohort[]
  onAdded: () => void
}

/** Puts the course into a class, or makes the school's first class with it. */
export const AddToCohort = (props: AddToCohortProps) => (
  <Need right="cohorts">
    {props.cohorts.length === 0 ? <MakeCohort course={props.course} /> : <ChooseCohort {...props} />}
  </Need>
)

function MakeCohort({ course }: { course: Degree }) {
  const make = useMakeCohortOf(course)
  const navigate = useNavigate()
  const handleClick = () =>
    make.mutateAsync().then(
      ({ id }) => navigate({ to: '/turma/$cohortId', params: { cohortId: id }, search: { acao: 'adicionar' } }),
      () => undefined,
    )
  return (
    <>
      <BusyButton
        size="sm"
        className={classes.start}
        leftSection={<IconPlus size={18} aria-hidden />}
        busy={make.isPending}
        onClick={() => void handleClick()}
      >
        Criar uma turma
      </BusyButton>
      <Failure error={make.error} />
    </>
  )
}

const Failure = ({ error }: { error: Error | null }) =>
  error && (
    <Alert color="danger" role="alert">
      {textOf(error)}
    </Alert>
  )

function ChooseCohort({ course, cohorts, onAdded }: AddToCohortProps) {
  const add = useAddToCohort(course.id)
  const [chosen, setChosen] = useState(cohorts[0]?.id ?? '')
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
        <Failure error={add.error} />
      </Stack>
    </form>
  )
}
