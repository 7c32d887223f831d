import { formatAgo, formatDate } from '@escola/contract/time'
import { pageTitles } from '@escola/contract/titles'
import { Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSchool } from '../../session/context.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { EraseStudent } from './erase-student.tsx'
import { MergeBanners } from './merge-banners.tsx'
import { StudentAccess } from './student-access.tsx'
import { StudentCohorts } from './student-cohorts.tsx'
import { StudentContact } from './student-contact.tsx'
import { StudentNotes } from './student-notes.tsx'
import classes from './student-page.module.css'
import { StudentProgress } from './student-progress.tsx'
import { studentQueries } from './students.queries.ts'

interface Props {
  link: string
  /** Action on one of the student's courses. */
  courseAction: (userId: string, degree: { id: string; title: string }) => ReactNode
  /** Answer why the student has access. */
  accessOf: (student: { email: string; is_admin: boolean }) => ReactNode
  timeline: ReactNode
  /** Further e-mails of the student. */
  otherEmailsOf: (userId: string) => ReactNode
}

export function StudentPage({ link, courseAction, accessOf, timeline, otherEmailsOf }: Props) {
  const { data } = usePrefetchedQuery(studentQueries.one(useSchool().id, link))
  const { student, sms, merges, degrees, school_gateways } = data
  return (
    <Page
      title={student.name}
      titleField={
        <Group gap="sm" wrap="nowrap">
          <Avatar user={student} />
          <Title order={1}>{student.name}</Title>
        </Group>
      }
      description={`Na escola desde ${formatDate(student.utc_created_on)} · ${student.utc_seen_on ? `visto ${formatAgo(student.utc_seen_on)}` : 'nunca entrou'}`}
      back={{ to: '/alunos', label: pageTitles.students }}
    >
      <Stack>
        <MergeBanners student={student} merges={merges} />
        {accessOf(student)}
        <div className={classes.columns}>
          <Stack>
            <StudentContact student={student} />
            {otherEmailsOf(student.user_id)}
            <StudentAccess student={student} sms={sms} />
            <StudentCohorts student={student} cohorts={school_gateways} />
          </Stack>
          <Stack>
            {timeline}
            <StudentProgress
              student={student}
              degrees={degrees}
              actionOf={(degree) => courseAction(student.user_id, degree)}
            />
            <StudentNotes student={student} />
            <EraseStudent student={student} />
          </Stack>
        </div>
      </Stack>
    </Page>
  )
}
