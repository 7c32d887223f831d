import type { AttemptResult } from '@escola/contract/exam-attempts.contract'
import { openAnswerTexts } from '@escola/contract/exam-open-answer-texts'
import { formatMark } from '@escola/contract/exam-texts'
import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { ExamQuestion } from '../../ui/exam-answers/exam-question.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import type { ExamLesson } from './begin-button.tsx'
import { examAttemptQueries } from './exam-attempts.queries.ts'
import { describeEnd, describeLate, describeLater, nameKind } from './exam-words.ts'
import { NextAttempt } from './next-attempt.tsx'

interface Props {
  attemptId: string
  lesson: ExamLesson
  lessonTitle: string
  /** The lesson, where the student may open it. */
  contentId: string | undefined
  isLessonComplete: boolean
}

/** Shows what may be seen now of an attempt that is over. */
export function ResultPage({ attemptId, lesson, lessonTitle, contentId, isLessonComplete }: Props) {
  const result = usePrefetchedQuery(examAttemptQueries.result(useSchool().id, attemptId)).data
  const { attempt, questions, later, late } = result
  return (
    <Page
      title={`${nameKind(result.kind)}: resultado`}
      description={lessonTitle}
      back={{ to: '/c/$link/$classLink', params: { ...lesson }, label: 'Voltar à aula' }}
      narrow
    >
      <Paper p={{ base: 'md', sm: 'lg' }}>
        <Stack gap="sm" align="flex-start">
          <Verdict result={result} />
          <Text c="dimmed">
            Tentativa {attempt.number}. {describeEnd(attempt)}.
          </Text>
          {result.needs_access && <Text>As questões não aparecem mais, porque o seu acesso a esta aula terminou.</Text>}
          {later && <Text>{describeLater(later)}.</Text>}
          {result.has_passed && isLessonComplete && <Text>Esta aula está concluída.</Text>}
          {late > 0 && (
            <Alert color="ambar" variant="light" role="status">
              {describeLate(late)}
            </Alert>
          )}
          {/* The lesson offers another attempt, too: here it waits for the mark. */}
          {contentId && !attempt.is_waiting && <NextAttempt contentId={contentId} lesson={lesson} />}
          <Button
            size="md"
            variant={attempt.is_waiting ? 'filled' : 'default'}
            renderRoot={(props) => <Link to="/c/$link/$classLink" params={{ ...lesson }} {...props} />}
          >
            Voltar à aula
          </Button>
        </Stack>
      </Paper>
      {questions.map((shown) => (
        <Paper key={shown.question.number} p={{ base: 'md', sm: 'lg' }}>
          <ExamQuestion question={shown.question} answer={shown.answer ?? undefined} shown={shown} />
        </Paper>
      ))}
    </Page>
  )
}

function Verdict({ result: { attempt, kind, is_passing, has_passed, pass_percent } }: { result: AttemptResult }) {
  const { mark } = attempt
  if (attempt.is_waiting)
    return (
      <>
        <Title order={2}>{openAnswerTexts.waiting}</Title>
        <Text>
          As suas respostas foram entregues. Uma pessoa corrige as que você escreveu, e a nota sai quando todas
          estiverem corrigidas: você recebe um aviso.
        </Text>
      </>
    )
  if (!mark) return <Title order={2}>As suas respostas foram entregues</Title>
  return (
    <>
      <Title order={2}>{formatMark(mark)}</Title>
      {kind === 'exam' && (
        <Alert color={is_passing ? 'teal' : 'ambar'} variant="light" role="status" w="100%">
          {is_passing
            ? 'Você passou!'
            : `Para passar são ${pass_percent}%. ${has_passed ? 'Você já passou com outra tentativa.' : 'Ainda não foi desta vez.'}`}
        </Alert>
      )}
    </>
  )
}
