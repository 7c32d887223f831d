import type { AskedExamQuestion, AttemptAnswer } from '@escola/contract/exam-attempt-wire'
import { examQuestionLimits } from '@escola/contract/exam-content'
import { describeTypedNumber } from '@escola/contract/exam-texts'
import { Checkbox, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { QuestionText } from '../question-text/question-text.tsx'
import { Arranged } from './arranged.tsx'
import classes from './exam-answers.module.css'
import { OpenText } from './open-text.tsx'
import { OrderField } from './order-field.tsx'
import { PairsField } from './pairs-field.tsx'

interface Props {
  question: AskedExamQuestion
  answer: AttemptAnswer | undefined
  /** No more answers are taken. */
  isOver: boolean
  onAnswer: (answer: AttemptAnswer) => void
}

/** Length from which the field says how much room is left. */
const openAnswerNear = examQuestionLimits.openAnswerMax - 500
const describeLeft = (length: number) =>
  `Cabem mais ${(examQuestionLimits.openAnswerMax - length).toLocaleString('pt-BR')} caracteres`

/** The whole row of an option can be tapped. */
const look = { classNames: { root: classes.choice, body: classes.body, labelWrapper: classes.label } }
const typedLook = { input: classes.typed }
const Choices = ({ children }: { children: ReactNode }) => <Stack gap="xs">{children}</Stack>

/** Takes the answer to a question. A given one stays readable once the question is over, and no longer changes. */
export function AnswerField({ question, answer, isOver, onAnswer: give }: Props) {
  const onAnswer: Props['onAnswer'] = (next) => {
    if (!isOver) give(next)
  }
  const label = `Resposta da questão ${question.number}`
  switch (question.kind) {
    case 'one':
      return (
        <Radio.Group
          aria-label={label}
          value={answer?.kind === 'one' ? String(answer.chosen) : null}
          onChange={(chosen) => onAnswer({ kind: 'one', chosen: Number(chosen) })}
        >
          <Choices>
            {question.options.map((option) => (
              <Radio
                {...look}
                key={option.number}
                value={String(option.number)}
                label={<QuestionText html={option.html} />}
              />
            ))}
          </Choices>
        </Radio.Group>
      )
    case 'several':
      return (
        <Checkbox.Group
          aria-label={label}
          value={answer?.kind === 'several' ? answer.chosen.map(String) : []}
          onChange={(chosen) => onAnswer({ kind: 'several', chosen: chosen.map(Number) })}
        >
          <Choices>
            {question.options.map((option) => (
              <Checkbox
                {...look}
                key={option.number}
                value={String(option.number)}
                label={<QuestionText html={option.html} />}
              />
            ))}
          </Choices>
        </Checkbox.Group>
      )
    case 'truth':
      return (
        <Radio.Group
          aria-label={label}
          value={answer?.kind === 'truth' ? String(answer.chosen) : null}
          onChange={(chosen) => onAnswer({ kind: 'truth', chosen: chosen === 'true' })}
        >
          <Choices>
            <Radio {...look} value="true" label="Verdadeiro" />
            <Radio {...look} value="false" label="Falso" />
          </Choices>
        </Radio.Group>
      )
    case 'number': {
      const typed = answer?.kind === 'number' ? answer.typed : ''
      return (
        <TextInput
          aria-label={label}
          inputMode="decimal"
          size="md"
          classNames={typedLook}
          autoComplete="off"
          maxLength={60}
          readOnly={isOver}
          value={typed}
          description={
            typed.trim() === '' ? question.unit && `Em ${question.unit}` : describeTypedNumber(typed, question.unit)
          }
          onChange={({ currentTarget }) => onAnswer({ kind: 'number', typed: currentTarget.value })}
        />
      )
    }
    case 'text':
      return (
        <TextInput
          aria-label={label}
          size="md"
          classNames={typedLook}
          autoComplete="off"
          maxLength={200}
          readOnly={isOver}
          value={answer?.kind === 'text' ? answer.typed : ''}
          onChange={({ currentTarget }) => onAnswer({ kind: 'text', typed: currentTarget.value })}
        />
      )
    case 'order':
      return isOver ? (
        <Arranged question={question} given={answer ?? null} />
      ) : (
        <OrderField
          label={label}
          options={question.options}
          chosen={answer?.kind === 'order' ? answer.chosen : []}
          onChange={(chosen) => onAnswer({ kind: 'order', chosen })}
        />
      )
    case 'pairs':
      return isOver ? (
        <Arranged question={question} given={answer ?? null} />
      ) : (
        <PairsField
          label={label}
          question={question}
          chosen={answer?.kind === 'pairs' ? answer.chosen : []}
          onChange={(chosen) => onAnswer({ kind: 'pairs', chosen })}
        />
      )
    case 'open': {
      const typed = answer?.kind === 'open' ? answer.typed : ''
      if (isOver) return <OpenText label={label} text={typed} />
      return (
        <Textarea
          aria-label={label}
          size="md"
          autosize
          minRows={6}
          maxRows={18}
          maxLength={examQuestionLimits.openAnswerMax}
          value={typed}
          description={typed.length > openAnswerNear ? describeLeft(typed.length) : undefined}
          inputWrapperOrder={['input', 'description']}
          onChange={({ currentTarget }) => onAnswer({ kind: 'open', typed: currentTarget.value })}
        />
      )
    }
  }
}
