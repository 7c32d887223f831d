import type { AskedExamQuestion, AttemptAnswer, ShownExamQuestion } from '@escola/contract/exam-attempt-wire'
import { describeRightNumber } from '@escola/contract/exam-texts'
import { Text } from '@mantine/core'
import { IconCheck, IconPointFilled, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { QuestionText } from '../question-text/question-text.tsx'
import { Arranged } from './arranged.tsx'
import classes from './exam-answers.module.css'
import { OpenText } from './open-text.tsx'

interface Props {
  question: AskedExamQuestion
  answer: AttemptAnswer | null
  solution: ShownExamQuestion['solution']
}

/** An answer that no longer changes, beside the key where that may be shown. */
export function GivenAnswer({ question, answer, solution }: Props) {
  const key = solution?.key
  switch (question.kind) {
    case 'one':
    case 'several': {
      const chosen = answer?.kind === 'one' || answer?.kind === 'several' ? [answer.chosen].flat() : []
      const right = key?.kind === 'one' || key?.kind === 'several' ? [key.right].flat() : undefined
      return (
        <ul className={classes.options}>
          {question.options.map(({ number, html }) => (
            <Option key={number} isChosen={chosen.includes(number)} isRight={right?.includes(number)}>
              <QuestionText html={html} />
            </Option>
          ))}
        </ul>
      )
    }
    case 'truth': {
      const chosen = answer?.kind === 'truth' ? answer.chosen : undefined
      const right = key?.kind === 'truth' ? key.right : undefined
      return (
        <ul className={classes.options}>
          {[true, false].map((value) => (
            <Option
              key={String(value)}
              isChosen={chosen === value}
              isRight={right === undefined ? undefined : right === value}
            >
              {value ? 'Verdadeiro' : 'Falso'}
            </Option>
          ))}
        </ul>
      )
    }
    case 'number': {
      const { unit } = question
      const typed = answer?.kind === 'number' ? answer.typed : ''
      return (
        <WrittenAnswer
          typed={typed && unit && !typed.includes(unit) ? `${typed} ${unit}` : typed}
          right={key?.kind === 'number' ? describeRightNumber(key, unit) : undefined}
        />
      )
    }
    case 'text':
      return (
        <WrittenAnswer
          typed={answer?.kind === 'text' ? answer.typed : ''}
          right={key?.kind === 'text' ? key.right.join(' ou ') : undefined}
        />
      )
    case 'open':
      return (
        answer?.kind === 'open' && <OpenText label={`Resposta da questão ${question.number}`} text={answer.typed} />
      )
    case 'order':
    case 'pairs':
      return (
        <>
          {(answer || !key) && <Arranged question={question} given={answer} />}
          {key && (
            <>
              <Text size="sm" fw={600}>
                Gabarito
              </Text>
              <Arranged question={question} given={key} />
            </>
          )}
        </>
      )
  }
}

interface OptionProps {
  isChosen: boolean
  /** Undefined while the key may not be shown. */
  isRight: boolean | undefined
  children: ReactNode
}

function Option({ isChosen, isRight, children }: OptionProps) {
  const said = isRight
    ? isChosen
      ? 'Escolhida, certa'
      : 'Certa'
    : isRight === false
      ? 'Escolhida, errada'
      : 'Escolhida'
  return (
    <li data-right={isRight} data-chosen={isChosen || undefined}>
      {isRight ? (
        <IconCheck size={20} aria-hidden />
      ) : (
        isChosen && (isRight === false ? <IconX size={20} aria-hidden /> : <IconPointFilled size={20} aria-hidden />)
      )}
      <div className={classes.option}>
        {children}
        {(isChosen || isRight) && <span className={classes.verdict}>{said}</span>}
      </div>
    </li>
  )
}

const WrittenAnswer = ({ typed, right }: { typed: string; right: string | undefined }) => (
  <div>
    {typed && <Text fw={600}>Resposta: {typed}</Text>}
    {right !== undefined && <Text>Gabarito: {right}</Text>}
  </div>
)
