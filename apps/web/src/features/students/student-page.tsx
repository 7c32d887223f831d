import { pageTitles } from '@escola/contract/titles'
import { Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { Need } from '../../session/need.tsx'
import { useRights } from '../../session/rights.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import { AddToCohort, ChangeTerm, CohortActions, type StudentCohort } from './cohort-actions.tsx'
import { MergeBanners } from './merge-banners.tsx'
import { resendLabel, StudentActions, useResending } from './student-actions.tsx'
import { StudentContact } from './student-contact.tsx'
import { StudentHead } from './student-head.tsx'
import { StudentNotes } from './student-notes.tsx'
import classes from './student-page.module.css'
import { StudentProgress } from './student-progress.tsx'
import { studentQueries } from './students.queries.ts'

/** Step that mends a student's access. */
type Remedy = { kind: 'add'; cohortId: string | undefined } | { kind: 'term'; cohortId: string } | { kind: 'send' }

interface AccessParts {
  student: { email: string; is_admin: boolean; utc_seen_on: string | null }
  /** Button that does the step. */
  remedyOf: (remedy: Remedy) => ReactNode
}

interface CohortParts {
  cohorts: StudentCohort[]
  /** Actions on a class that the student is in. */
  actionsOf: (cohort: StudentCohort) => ReactNode
  /** Action beside the title. */
  aside: ReactNode
}

interface Props {
  link: string
  /** The e-mail is to be corrected: the dialog is open at once. */
  opensCorrection: boolean
  /** Action on one of the student's courses. */
  courseAction: (userId: string, degree: { id: string; title: string }) => ReactNode
  /** Says in a sentence whether the student has access. */
  stateOf: (parts: AccessParts) => ReactNode
  /** The student's classes, each with the reason for its access. */
  cohortsOf: (parts: CohortParts) => ReactNode
  timeline: ReactNode
  /** The student's assessments. */
  examsOf: (student: { user_id: string; name: string }) => ReactNode
  /** Further e-mails of the student. */
  otherEmailsOf: (userId: string) => ReactNode
}

export function StudentPage(props: Props) {
  const { link, opensCorrection, courseAction, stateOf, cohortsOf, timeline, examsOf, otherEmailsOf } = props
  const { data } = usePrefetchedQuery(studentQueries.one(useSchool().id, link))
  const { student, sms, merges, degrees, school_gateways: cohorts } = data
  const { may } = useRights()
  const [hasMoved, setMoved] = useState(false)
  const remedyOf = (remedy: Remedy) => {
    if (remedy.kind === 'send') return <ResendButton email={student.email} />
    if (!may('cohorts')) return null
    if (remedy.kind === 'add')
      return (
        <AddToCohort student={student} cohorts={cohorts} initialId={remedy.cohortId}>
          Adicionar a uma turma
        </AddToCohort>
      )
    const cohort = cohorts.find(({ id }) => id === remedy.cohortId)
    return cohort && <ChangeTerm userId={student.user_id} cohort={cohort} variant="default" words="Dar mais prazo" />
  }
  return (
    <Page
      title={student.name}
      head={
        <StudentHead
          student={student}
          actions={<StudentActions student={student} sms={sms} opensCorrection={opensCorrection} />}
          state={stateOf({ student, remedyOf })}
        />
      }
      back={{ to: '/alunos', label: pageTitles.students }}
    >
      <Stack>
        <MergeBanners student={student} merges={merges} />
        {hasMoved && (
          <Need right="records">
            <BulkProgress />
          </Need>
        )}
        <div className={classes.columns}>
          <Stack>
            <StudentProgress
              student={student}
              degrees={degrees}
              actionOf={(degree) => <Need right="cohorts">{courseAction(student.user_id, degree)}</Need>}
            />
            <Need right="courses">{examsOf(student)}</Need>
            {cohortsOf({
              cohorts,
              actionsOf: (cohort) => <CohortActions student={student} cohort={cohort} onMove={() => setMoved(true)} />,
              aside: may('cohorts') && (
                <AddToCohort
                  student={student}
                  cohorts={cohorts}
                  variant="light"
                  leftSection={<IconPlus size={18} aria-hidden />}
                  label={`Adicionar ${student.name} a uma turma`}
                >
                  Turma
                </AddToCohort>
              ),
            })}
          </Stack>
          {timeline}
        </div>
        <div className={classes.columns}>
          <Stack>
            <StudentContact student={student} sms={sms} />
            <Need right="records">{otherEmailsOf(student.user_id)}</Need>
          </Stack>
          <StudentNotes student={student} />
        </div>
      </Stack>
    </Page>
  )
}

function ResendButton({ email }: { email: string }) {
  const { send, isPending } = useResending(email)
  return (
    <BusyButton variant="default" size="sm" busy={isPending} onClick={send}>
      {resendLabel}
    </BusyButton>
  )
}
