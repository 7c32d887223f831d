import { describeException } from '@escola/contract/exam-result-texts'
import { countOf } from '@escola/contract/messages'
import { Anchor, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { Section } from '../../ui/section.tsx'
import { examResultQueries } from './exam-results.queries.ts'
import { MarkLink, StandingBadge } from './result-students.tsx'

/** A student's assessment on the page of its lesson, for an administrator who looks at what the student has: nothing begins here. */
export function ViewedExam({ link, lessonId }: { link: string; lessonId: string }) {
  const { data, error, refetch } = useQuery(examResultQueries.ofStudent(useSchool().id, link))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={140} />
  const exam = data.find((each) => each.lesson_id === lessonId)
  if (!exam) return null
  const { kind, pass_percent, attempts, mark, exception } = exam
  const facts = [
    ...(kind === 'exam' ? [`Para passar: ${pass_percent}%`] : []),
    ...(attempts > 0 ? [`Fez ${countOf(attempts, 'tentativa', 'tentativas')}`] : []),
    ...(exception ? [`Exceção: ${describeException(exception)}`] : []),
  ]
  return (
    <Section title={kind === 'exam' ? 'Prova' : 'Exercício'} aside={<StandingBadge {...exam} />}>
      {mark && (
        <Text fw={600}>
          Nota: <MarkLink {...exam} isInText />
        </Text>
      )}
      {facts.length > 0 && <Text size="sm">{facts.join(' · ')}</Text>}
      <Text size="sm" c="dimmed">
        O aluno começa e continua a avaliação aqui.{' '}
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link {...props} to="/questoes/resultados/$lessonId" params={{ lessonId }} />}
        >
          Resultados de todos
        </Anchor>
      </Text>
    </Section>
  )
}
