import type { LessonExam as Exam, PastAttempt } from '@escola/contract/exam-attempts.contract'
import { openAnswerTexts } from '@escola/contract/exam-open-answer-texts'
import { formatMark } from '@escola/contract/exam-texts'
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { useSchool } from '../../session/context.ts'
import { useIsAuthor } from '../../session/rights.ts'
import { BeginButton, type ExamLesson } from './begin-button.tsx'
import classes from './exam-attempts.module.css'
import { examAttemptQueries } from './exam-attempts.queries.ts'
import { type Ahead, describePast, listFacts, nameKind } from './exam-words.ts'
import { useDeliverKept } from './use-deliver-kept.ts'

interface Props {
  contentId: string
  degreeId: string
  lesson: ExamLesson
}

const title = 'Avaliação'
/** Attempts that are listed before the others are asked for. */
const listed = 3

interface FrameProps {
  title: string
  aside?: ReactNode
  children: ReactNode
}

/** Card of the lesson's page, which loads none of the program's dialogs and forms for it. */
const ExamFrame = ({ title, aside, children }: FrameProps) => (
  <section aria-label={title} className={classes.card}>
    <div className={classes.cardHead}>
      <Title order={2} size="h3">
        {title}
      </Title>
      {aside}
    </div>
    {children}
  </section>
)

interface CardProps extends Omit<FrameProps, 'title'> {
  exam: Ahead
}

/** Card of an assessment: its rules, with the way into it below. */
export const ExamCard = ({ exam, children, ...frame }: CardProps) => (
  <ExamFrame title={nameKind(exam.settings.kind)} {...frame}>
    <ul className={classes.facts}>
      {listFacts(exam).map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
    {children}
  </ExamFrame>
)

/** Assessment on the page of its lesson: what is ahead, and the student's own attempts. */
export function LessonExam(props: Props) {
  return useIsAuthor(props.degreeId) ? <ForAuthors /> : <ForStudent {...props} />
}

const ForAuthors = () => (
  <ExamFrame title={title}>
    <Text>Aqui o aluno começa a avaliação desta aula. Para respondê-la, use 'Experimentar' no editor da aula.</Text>
  </ExamFrame>
)

function ForStudent({ contentId, lesson }: Omit<Props, 'degreeId'>) {
  const { data: exam, error, refetch } = useQuery(examAttemptQueries.state(useSchool().id, contentId))
  useDeliverKept(exam)
  if (exam) return <Card exam={exam} contentId={contentId} lesson={lesson} />
  return (
    <ExamFrame title={title}>
      {error ? (
        <>
          <p role="alert" className={classes.failure}>
            {textOf(error)}
          </p>
          <Button variant="default" onClick={() => void refetch()}>
            Tentar de novo
          </Button>
        </>
      ) : (
        <Skeleton height={180} width="100%" />
      )}
    </ExamFrame>
  )
}

function Card({ exam, contentId, lesson }: Omit<Props, 'degreeId'> & { exam: Exam }) {
  const { settings, mark, has_passed, past } = exam
  const isExam = settings.kind === 'exam'
  return (
    <ExamCard exam={exam} aside={isExam && has_passed && <span className={classes.passed}>Você passou</span>}>
      {isExam && mark && (
        <Text fw={600} size="lg">
          Sua nota: {formatMark(mark)}
        </Text>
      )}
      {past.some(({ is_waiting }) => is_waiting) && <Text fw={600}>{openAnswerTexts.waiting}</Text>}
      <BeginButton exam={exam} contentId={contentId} lesson={lesson} />
      {past.length > 0 && <PastAttempts past={past} lesson={lesson} />}
    </ExamCard>
  )
}

function PastAttempts({ past, lesson }: { past: PastAttempt[]; lesson: ExamLesson }) {
  const [isWhole, setWhole] = useState(false)
  return (
    <Stack gap={4} align="flex-start">
      <Title order={3} size="h5">
        Suas tentativas
      </Title>
      <ul className={classes.past}>
        {past.slice(0, isWhole ? undefined : listed).map((each) => {
          const { title, text } = describePast(each)
          return (
            <li key={each.id}>
              <Link
                to="/c/$link/$classLink/resultado/$attemptId"
                params={{ ...lesson, attemptId: each.id }}
                className={classes.attempt}
              >
                <span className={classes.attemptName}>{title}</span>
                <span className={classes.quiet}>{text}</span>
              </Link>
            </li>
          )
        })}
      </ul>
      {past.length > listed && !isWhole && (
        <Button variant="subtle" onClick={() => setWhole(true)}>
          Mostrar todas ({past.length})
        </Button>
      )}
    </Stack>
  )
}
