import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { useSchool } from '../../session/context.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatDate } from '../../ui/format.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { Page } from '../../ui/page.tsx'
import { StudentCohorts } from './student-cohorts.tsx'
import { StudentContact } from './student-contact.tsx'
import { StudentNotes } from './student-notes.tsx'
import classes from './student-page.module.css'
import { StudentProgress } from './student-progress.tsx'
import { studentQueries } from './students.queries.ts'

const back = { to: '/alunos', label: 'Meus alunos' } as const

export function StudentPage({ link }: { link: string }) {
  const { data, error, refetch } = useQuery(studentQueries.one(useSchool().id, link))
  if (data) {
    const { student, degrees, school_gateways } = data
    return (
      <Page title={student.name} description={`Na escola desde ${formatDate(student.utc_created_on)}`} back={back}>
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
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <NotFound />
  return (
    <Page title="Aluno" back={back}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.columns} role="status" aria-label="Carregando o aluno">
          <Skeleton height={260} radius="lg" />
          <Skeleton height={260} radius="lg" />
        </div>
      )}
    </Page>
  )
}
