import type { AskedExamQuestion, AttemptAnswer, ShownKey } from '@escola/contract/exam-attempt-wire'
import { QuestionText } from '../question-text/question-text.tsx'
import classes from './exam-answers.module.css'

export interface ShownOption {
  number: number
  html: string
}
type Pair = Extract<AttemptAnswer, { kind: 'pairs' }>['chosen'][number]

/** Sorts options by an order. Options that the order leaves out follow at the end. */
export function sortOptions(options: ShownOption[], order: number[]): ShownOption[] {
  const placeOf = ({ number }: ShownOption) => (order.includes(number) ? order.indexOf(number) : order.length)
  return options.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** An order or pairs, given or right, which nothing changes. */
export function Arranged({ question, given }: { question: AskedExamQuestion; given: AttemptAnswer | null | ShownKey }) {
  const list = given && ('chosen' in given ? given.chosen : 'right' in given ? given.right : undefined)
  if (question.kind === 'order')
    return <OrderedTexts options={question.options} order={given?.kind === 'order' ? (list as number[]) : []} />
  if (question.kind === 'pairs')
    return <PairedTexts question={question} pairs={given?.kind === 'pairs' ? (list as Pair[]) : []} />
  return null
}

/** Without an order the texts have no numbers: the order in which they stand was not given. */
function OrderedTexts({ options, order }: { options: ShownOption[]; order: number[] }) {
  const List = order.length > 0 ? 'ol' : 'ul'
  return (
    <List className={classes.texts}>
      {sortOptions(options, order).map(({ number, html }) => (
        <li key={number}>
          <QuestionText html={html} />
        </li>
      ))}
    </List>
  )
}

function PairedTexts({ question, pairs }: { question: Extract<AskedExamQuestion, { kind: 'pairs' }>; pairs: Pair[] }) {
  const optionOf = new Map(pairs.map(({ left, option }) => [left, option]))
  return (
    <ul className={classes.pairs}>
      {question.lefts.map(({ number, html }) => {
        const option = question.options.find((each) => each.number === optionOf.get(number))
        return (
          <li key={number} className={classes.pair}>
            <QuestionText html={html} />
            <div className={classes.paired}>
              {option ? <QuestionText html={option.html} /> : <span className={classes.none}>sem resposta</span>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
