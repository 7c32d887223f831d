import { formatDate } from '@escola/contract/time'
import { pageTitles } from '@escola/contract/titles'
import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useSchool } from '../../session/context.ts'
import { Page } from '../../ui/page.tsx'
import { StudentCohorts } from './student-cohorts.tsx'
import { StudentContact } from './student-contact.tsx'
import { StudentNotes } from './student-notes.tsx'
import classes from './student-page.module.css'
import { StudentProgress } from './student-progress.tsx'
import { studentQueries } from './students.queries.ts'

export function StudentPage({ link }: { link: string }) {
  const { data } = useSuspenseQuery(studentQueries.one(useSchool().id, link))
  const { student, degrees, school_gateways } = data
  return (
    <Page
      title={student.name}
      description={`Na escola desde ${formatDate(student.utc_created_on)}`}
      back={{ to: '/alunos', label: pageTitles.students }}
    >
      <div className={classes.columns}>
        <Stack>
          <StudentContact student={student} />
          <StudentCohorts student={student} cohorts={school_gateways} />
        </Stack>
        <Stack>
          <StudentProgress student={student} degrees={degrees} />
          <StudentNotes student={student} />
        </Stack>
      </div>
    </Page>
  )
}
