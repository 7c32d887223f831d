import { type Cohort, publicClassTexts } from '@escola/contract/cohorts.contract'
import type { CourseChoice } from '../../ui/courses/course-choices.tsx'
import { CourseField } from '../../ui/courses/course-selector.tsx'
import { type CohortId, useUpdateCohort } from './cohorts.queries.ts'
import { summarizeCourses } from './courses-summary.ts'

interface Props {
  cohort: Cohort
  idOf: CohortId
  courses: CourseChoice[]
}

/** Shows the courses that the class opens, and the way to change them. */
export function CohortCourses({ cohort, idOf, courses }: Props) {
  const update = useUpdateCohort(idOf)
  const chosen = courses.filter((course) => cohort.degrees.includes(course.id))
  return (
    <CourseField
      label="Cursos da turma"
      summary={summarizeCourses(
        cohort,
        chosen.map(({ title }) => title),
      )}
      chosen={cohort}
      courses={courses}
      save={update.mutateAsync}
      hint={cohort.is_public ? publicClassTexts.courses : undefined}
    />
  )
}
