import { openAnswerTexts } from '@escola/contract/exam-open-answer-texts'
import { handedInLabels } from '@escola/contract/exam-result-texts'
import type { AttemptReview } from '@escola/contract/exam-results.contract'
import { formatMark } from '@escola/contract/exam-texts'
import { formatDateTime } from '@escola/contract/time'
import { lessonTitle } from '@escola/contract/titles'
import { Button, Divider, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { Need } from '../../session/need.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import tabs from '../../ui/tab-links.module.css'
import { examResultQueries, useCountLate } from './exam-results.queries.ts'
import { ReviewedQuestion } from './reviewed-question.tsx'

/** An attempt of a student, for their teacher. */
export function AttemptPage({ attemptId }: { attemptId: string }) {
  const { data: review } = usePrefetchedQuery(examResultQueries.attempt(useSchool().id, attemptId))
  const { lesson, lesson_id: lessonId, student, attempts, questions } = review
  const count = useCountLate(review)
  const shown = attempts.find(({ id }) => id === attemptId)
  return (
    <Page
      title={`Tentativa de ${student.name}`}
      description={lessonTitle({ title: lesson })}
      actions={
        <Need right="students">
          <Button
            variant="light"
            renderRoot={(props) => <Link {...props} to="/aluno/$link" params={{ link: student.link }} />}
          >
            Página do aluno
          </Button>
        </Need>
      }
      back={{ to: '/questoes/resultados/$lessonId', params: { lessonId }, label: 'Resultados' }}
    >
      {attempts.length > 1 && <AttemptLinks review={review} />}
      <Section title={shown ? `${shown.number}ª tentativa` : 'Tentativa'} text={shown && describe(shown)}>
        {questions.length === 0 ? (
          <Text c="dimmed">As respostas aparecem aqui quando a tentativa for entregue.</Text>
        ) : (
          <Stack gap="lg">
            {questions.map((reviewed, at) => (
              <Stack key={reviewed.shown.question.number} gap="lg">
                {at > 0 && <Divider />}
                <ReviewedQuestion
                  attemptId={attemptId}
                  reviewed={reviewed}
                  onCount={() => count(reviewed.shown.question.number)}
                />
              </Stack>
            ))}
          </Stack>
        )}
      </Section>
    </Page>
  )
}

function AttemptLinks({ review: { attempts, id: current } }: { review: AttemptReview }) {
  return (
    <nav aria-label="Tentativas do aluno" className={tabs.tabs}>
      {attempts.map(({ id, number, mark }) => (
        <Link
          key={id}
          to="/questoes/tentativas/$attemptId"
          params={{ attemptId: id }}
          resetScroll={false}
          className={tabs.tab}
          aria-current={id === current ? 'page' : undefined}
          data-current={id === current || undefined}
        >
          {number}ª{mark && ` · ${formatMark(mark)}`}
        </Link>
      ))}
    </nav>
  )
}

const describe = ({ utc_begun_on, utc_handed_in_on, handed_in_how, mark }: AttemptReview['attempts'][number]) =>
  [
    mark ? formatMark(mark) : utc_handed_in_on && openAnswerTexts.waiting,
    `Começou em ${formatDateTime(utc_begun_on)}`,
    utc_handed_in_on && handed_in_how
      ? `${handedInLabels[handed_in_how]} em ${formatDateTime(utc_handed_in_on)}`
      : 'Em andamento',
  ]
    .filter(Boolean)
    .join(' · ')
