import type { ResponseOf } from '@escola/contract/route'
import type { students } from '@escola/contract/students.contract'
import { formatAgo, formatDate } from '@escola/contract/time'
import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import classes from './student-head.module.css'

interface Props {
  student: ResponseOf<typeof students.get>['student']
  actions: ReactNode
  /** Whether the student has access, in a sentence. */
  state: ReactNode
}

/** Says who the student is and how they stand, and stays in view while the page is read. */
export const StudentHead = ({ student, actions, state }: Props) => (
  <div className={classes.head}>
    <Avatar user={student} />
    <div>
      <Title order={1}>{student.name}</Title>
      <Text size="sm" c="dimmed">
        {`Na escola desde ${formatDate(student.utc_created_on)} · ${student.utc_seen_on ? `visto ${formatAgo(student.utc_seen_on)}` : 'nunca entrou'}`}
      </Text>
    </div>
    {actions}
    <div className={classes.state}>{state}</div>
  </div>
)
