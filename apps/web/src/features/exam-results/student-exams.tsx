import { describeException } from '@escola/contract/exam-result-texts'
import type { StudentExam } from '@escola/contract/exam-results.contract'
import { countOf } from '@escola/contract/messages'
import { courseTitle, lessonTitle } from '@escola/contract/titles'
import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import lists from '../../ui/lists/lists.module.css'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { Section } from '../../ui/section.tsx'
import { examResultQueries } from './exam-results.queries.ts'
import { MarkLink, StandingBadge } from './result-students.tsx'
import { StandingMenu } from './standing-menu.tsx'

interface Props {
  link: string
  student: { user_id: string; name: string }
}

/** A student's assessments; nothing where the school has none for them. */
export function StudentExams({ link, student }: Props) {
  const { data, error, refetch } = useQuery(examResultQueries.ofStudent(useSchool().id, link))
  if (data?.length === 0 || (!data && !error)) return null
  return (
    <Section title="Avaliações">
      {data ? (
        <ul className={lists.ruled}>
          {data.map((exam) => (
            <li key={exam.lesson_id}>
              <ExamRow exam={exam} student={student} />
            </li>
          ))}
        </ul>
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Section>
  )
}

function ExamRow({ exam, student }: { exam: StudentExam; student: Props['student'] }) {
  const { lesson_id: lessonId, exception, attempt_id, attempts, mark } = exam
  const title = lessonTitle({ title: exam.lesson })
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Anchor
          inherit
          fw={600}
          renderRoot={(props) => <Link {...props} to="/questoes/resultados/$lessonId" params={{ lessonId }} />}
        >
          {title}
        </Anchor>
        <Group gap={4} wrap="nowrap">
          <StandingBadge {...exam} />
          <StandingMenu
            lessonId={lessonId}
            student={student}
            exception={exception}
            attemptId={attempt_id}
            label={`Ações na avaliação de ${title}`}
          />
        </Group>
      </Group>
      <Text size="sm" c="dimmed">
        {courseTitle({ title: exam.degree })}
        {mark && (
          <>
            {' · '}
            <MarkLink {...exam} isInText />
          </>
        )}
        {attempts > 0 && ` · ${countOf(attempts, 'tentativa', 'tentativas')}`}
      </Text>
      {exception && <Text size="sm">Exceção: {describeException(exception)}</Text>}
    </Stack>
  )
}
