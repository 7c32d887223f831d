import type { Cohort } from '@escola/contract/cohorts.contract'
import { Stack, Switch } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type CourseChoice, CourseChoices } from '../../ui/course-choices.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { type CohortId, useUpdateCohort } from './cohorts.queries.ts'

interface CourseSelectorProps {
  cohort: Cohort
  idOf: CohortId
  courses: CourseChoice[]
  onClose: () => void
}

export function CourseSelector({ cohort, idOf, courses, onClose }: CourseSelectorProps) {
  const update = useUpdateCohort(idOf)
  const [all, setAll] = useState(cohort.all_degrees)
  const [chosen, setChosen] = useState(cohort.degrees)

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!update.isPending) update.mutate({ all_degrees: all, degrees: chosen }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={handleSubmit}>
      <Stack>
        <Switch
          label="Todos os cursos"
          description="Também os que você criar depois."
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
        {!all && <CourseChoices courses={courses} chosen={chosen} onChange={setChosen} />}
        <FormFoot failure={update.error} pending={update.isPending} onCancel={onClose} />
      </Stack>
    </form>
  )
}
