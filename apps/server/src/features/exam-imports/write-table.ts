import { type ExamKey, examQuestionLimits, isChoice } from '@escola/contract/exam-content'
import { difficultyLabels, kindLabels } from '@escola/contract/exam-questions.contract'
import { letterOf } from '@escola/contract/exam-texts'
import { namePictures } from '@escola/contract/question-text'
import { csvMark, writeCsvRows } from '../../core/csv.ts'
import { textsOfOrder, textsOfPairs } from './judged-item.ts'
import { columnTitles } from './question-columns.ts'
import { writeCell, writeList } from './table-texts.ts'
import { noteLostPictures, type WrittenQuestion } from './write-gift.ts'

/** Writes questions as the model file, and says what it can't hold; without questions it is the empty model. */
export function writeTable(questions: WrittenQuestion[]): { text: string; notes: string[] } {
  return { text: csvMark + writeCsvRows([columnTitles, ...questions.map(rowOf)]), notes: noteLostPictures(questions) }
}

export const writeTableRows = (questions: WrittenQuestion[]): string => writeCsvRows(questions.map(rowOf))

function rowOf({ statement, explanation, key, difficulty, tags, is_shuffled }: WrittenQuestion): string[] {
  const options = optionsOf(key).map(textOf)
  const number = key.kind === 'number' ? key : undefined
  return [
    kindLabels[key.kind],
    textOf(statement),
    ...Array.from({ length: examQuestionLimits.optionsMax }, (_, at) => options[at] ?? ''),
    rightOf(key),
    number ? withComma(number.tolerance) : '',
    number?.unit ?? '',
    isChoice(key) && !is_shuffled ? 'Não' : 'Sim',
    difficultyLabels[difficulty],
    writeTags(tags),
    textOf(explanation),
  ]
}

/** Texts in the columns of options: those in their right order, or those that are paired. */
function optionsOf(key: ExamKey): string[] {
  if (key.kind === 'order') return textsOfOrder(key)
  if (key.kind === 'pairs') return key.lefts.map(({ html }) => html)
  return isChoice(key) ? key.options.map(({ html }) => html) : []
}

const textOf = (html: string) => writeCell(namePictures(html).trim())
// Without a sign after it, one tag with a comma would be read as two.
const writeTags = (tags: string[]) => writeList(tags) + (tags.length === 1 && /[,;]/.test(tags[0]!) ? ' |' : '')
const withComma = (decimal: string) => decimal.replace('.', ',')

function rightOf(key: ExamKey): string {
  switch (key.kind) {
    case 'one':
    case 'several': {
      const right: string[] = [key.right].flat()
      return key.options.flatMap(({ id }, at) => (right.includes(id) ? [letterOf(at)] : [])).join(', ')
    }
    case 'truth':
      return key.right ? 'V' : 'F'
    case 'number':
      return withComma(key.right)
    case 'text':
      return writeList(key.right)
    case 'order':
      return ''
    case 'pairs': {
      const { pairs, others } = textsOfPairs(key)
      return writeList([...pairs.map(({ right }) => right), ...others].map(textOf))
    }
    case 'open':
      return textOf(key.guide)
  }
}
