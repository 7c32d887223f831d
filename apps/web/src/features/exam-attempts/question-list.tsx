import type { AskedExamQuestion } from '@escola/contract/exam-attempt-wire'
import { Text } from '@mantine/core'
import { progressOf } from '../../ui/exam-answers/filled-answer.ts'
import type { AttemptState } from './attempt-keeper.ts'
import classes from './exam-attempts.module.css'

interface Props extends Pick<AttemptState, 'answers' | 'shown'> {
  questions: AskedExamQuestion[]
  at: number
  onGo: (at: number) => void
}

/** All questions, with those that have an answer. */
export function QuestionList({ questions, answers, shown, at, onGo }: Props) {
  // An exercise takes each answer once, with pairs or without.
  const isAnswered = (question: AskedExamQuestion) =>
    shown.has(question.number) || progressOf(question, answers.get(question.number)) === 'answered'
  const answered = questions.filter(isAnswered).length
  const stateOf = (question: AskedExamQuestion) => {
    const { number, points, annulled } = question
    const correction = shown.get(number)
    if (correction && annulled) return 'anulada'
    // An open question of an exercise has no points.
    if (correction && points > 0)
      return correction.earned === points ? 'certa' : correction.earned > 0 ? 'certa em parte' : 'errada'
    if (isAnswered(question)) return 'respondida'
    return answers.has(number) ? 'respondida em parte' : 'sem resposta'
  }
  return (
    <section aria-label="Todas as questões" className={classes.all}>
      <Text size="sm" c="dimmed">
        {answered} de {questions.length} {answered === 1 ? 'respondida' : 'respondidas'}
      </Text>
      <ul className={classes.numbers}>
        {questions.map((question, index) => (
          <li key={question.number}>
            <button
              type="button"
              className={classes.number}
              data-answered={isAnswered(question) || undefined}
              aria-current={index === at || undefined}
              aria-label={`Questão ${question.number}: ${stateOf(question)}`}
              onClick={() => onGo(index)}
            >
              {question.number}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
