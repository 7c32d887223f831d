import { type ExamKey, examQuestionLimits } from '@escola/contract/exam-content'
import { difficultyLabels, kindLabels } from '@escola/contract/exam-questions.contract'
import { namePictures } from '@escola/contract/question-text'
import { csvMark, writeCsvRows } from '../../core/csv.ts'
import { letterOf } from './judged-item.ts'
import { columnTitles } from './question-columns.ts'
import { writeCell, writeList } from './table-texts.ts'
import { noteLostPictures, type WrittenQuestion } from './write-gift.ts'

/** Writes questions as the model file, and says what it can't hold; without questions it is the empty model. */
export function writeTable(questions: WrittenQuestion[]): { text: string; notes: string[] } {
  return { text: csvMark + writeCsvRows([columnTitles, ...questions.map(rowOf)]), notes: noteLostPictures(questions) }
}

function rowOf({ statement, explanation, key, difficulty, tags, is_shuffled }: WrittenQuestion): string[] {
  const options = 'options' in key ? key.options.map(({ html }) => textOf(html)) : []
  const number = key.kind === 'number' ? key : undefined
  return [
    kindLabels[key.kind],
    textOf(statement),
    ...Array.from({ length: examQuestionLimits.optionsMax }, (_, at) => options[at] ?? ''),
    rightOf(key),
    number ? withComma(number.tolerance) : '',
    number?.unit ?? '',
    'options' in key && !is_shuffled ? 'Não' : 'Sim',
    difficultyLabels[difficulty],
    writeTags(tags),
    textOf(explanation),
  ]
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
    case 'open':
      return textOf(key.guide)
  }
}
