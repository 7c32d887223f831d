import type { AskedExamQuestion, AttemptAnswer } from '@escola/contract/exam-attempt-wire'
import { letterOf } from '@escola/contract/exam-texts'
import { Box, NativeSelect, Text } from '@mantine/core'
import { plainQuestionText } from '../question-text/plain-question-text.ts'
import { QuestionText } from '../question-text/question-text.tsx'
import classes from './exam-answers.module.css'

type Pairs = Extract<AttemptAnswer, { kind: 'pairs' }>['chosen']

interface Props {
  label: string
  question: Extract<AskedExamQuestion, { kind: 'pairs' }>
  chosen: Pairs
  onChange: (chosen: Pairs) => void
}

/** An option of a list can only hold words, so formulas and pictures are named by the letter beside them. */
const nameOption = (html: string, at: number) =>
  [letterOf(at), /data-formula|<img/.test(html) ? '' : plainQuestionText(html, 60)].filter(Boolean).join(' · ')

/** Takes pairs: each left text has a list of the letters, which stand with their texts below it or beside it. */
export function PairsField({ label, question: { lefts, options }, chosen, onChange }: Props) {
  const data = [
    { value: '', label: 'Escolha' },
    ...options.map(({ number, html }, at) => ({ value: String(number), label: nameOption(html, at) })),
  ]
  const pick = (left: number, value: string) =>
    onChange([
      ...chosen.filter((pair) => pair.left !== left),
      ...(value === '' ? [] : [{ left, option: Number(value) }]),
    ])
  return (
    <Box role="group" aria-label={label} className={classes.matching}>
      <ul className={classes.pairs}>
        {lefts.map(({ number, html }) => (
          <li key={number} className={classes.pair}>
            <QuestionText html={html} />
            <NativeSelect
              size="md"
              classNames={{ input: classes.list }}
              aria-label={`Combina com: ${plainQuestionText(html)}`}
              data={data}
              value={String(chosen.find(({ left }) => left === number)?.option ?? '')}
              onChange={({ currentTarget }) => pick(number, currentTarget.value)}
            />
          </li>
        ))}
      </ul>
      <div>
        <Text size="sm" fw={600}>
          Respostas
        </Text>
        <ol className={classes.letters}>
          {options.map(({ number, html }, at) => (
            <li key={number}>
              <span className={classes.place}>{letterOf(at)}</span>
              <QuestionText html={html} />
            </li>
          ))}
        </ol>
      </div>
    </Box>
  )
}
