import type { AskedExamQuestion } from '@escola/contract/exam-attempt-wire'
import { Text } from '@mantine/core'
import type { AttemptState } from './attempt-keeper.ts'
import classes from './exam-attempts.module.css'

interface Props extends Pick<AttemptState, 'answers' | 'shown'> {
  questions: AskedExamQuestion[]
  at: number
  onGo: (at: number) => void
}

/** All questions, with those that have an answer. */
export function QuestionList({ questions, answers, shown, at, onGo }: Props) {
  const stateOf = ({ number, points }: AskedExamQuestion) => {
    const correction = shown.get(number)
    if (correction) return correction.earned === points ? 'certa' : correction.earned > 0 ? 'certa em parte' : 'errada'
    return answers.has(number) ? 'respondida' : 'sem resposta'
  }
  return (
    <section aria-label="Todas as questões" className={classes.all}>
      <Text size="sm" c="dimmed">
        {answers.size} de {questions.length} {answers.size === 1 ? 'respondida' : 'respondidas'}
      </Text>
      <ul className={classes.numbers}>
        {questions.map((question, index) => (
          <li key={question.number}>
            <button
              type="button"
              className={classes.number}
              data-answered={answers.has(question.number) || undefined}
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
