import { type ExamKey, isChoice, listKeyTexts } from '@escola/contract/exam-content'
import { exportNotes } from '@escola/contract/exam-import-texts'
import type { ExamContent, ExamQuestion } from '@escola/contract/exam-questions.contract'
import { listPictures, namePictures } from '@escola/contract/question-text'
import { linesOfHtml } from '../../rich-text/sanitize-rich-text.ts'
import { writeRemarks } from './gift-blocks.ts'
import { writeEscapes } from './gift-escapes.ts'
import { writeHtml } from './imported-text.ts'
import { textsOfOrder, textsOfPairs } from './judged-item.ts'

export type WrittenQuestion = ExamContent & Pick<ExamQuestion, 'difficulty' | 'tags'>

const titleMax = 60

/** Writes questions as a GIFT file, and says what it can't hold. */
export function writeGift(questions: WrittenQuestion[]): { text: string; notes: string[] } {
  return { text: questions.map(writeQuestion).join('\n'), notes: noteLostPictures(questions) }
}

const textsOf = ({ statement, explanation, key }: WrittenQuestion) => [statement, explanation, ...listKeyTexts(key)]

/** Names the questions whose pictures a text file can't hold. */
export function noteLostPictures(questions: WrittenQuestion[]): string[] {
  const numbers = questions.flatMap((question, at) =>
    textsOf(question).some((html) => listPictures(html).length > 0) ? [at + 1] : [],
  )
  return numbers.length === 0 ? [] : [exportNotes.pictures(numbers)]
}

/** An entity keeps a first character from being read as a weight or a format. */
const entities: Partial<Record<string, string>> = { '%': '&#37;', '[': '&#91;' }
const writeText = (html: string) =>
  writeEscapes(
    writeHtml(namePictures(html))
      .trim()
      .replace(/^[%[]/, (sign) => entities[sign]!),
  )

function writeQuestion(question: WrittenQuestion): string {
  const { statement, explanation, key, tags, difficulty, is_shuffled } = question
  const unit = key.kind === 'number' ? key.unit : ''
  const isShuffled = is_shuffled || !isChoice(key)
  const title = linesOfHtml(namePictures(statement)).replaceAll('\n', ' ').slice(0, titleMax).toWellFormed().trim()
  const general = explanation.trim() === '' ? '' : `\n\t####${writeText(explanation)}`
  return `${writeRemarks({ tags, difficulty, unit, isShuffled })}::${writeEscapes(title)}::[html]${writeText(statement)}{${writeKey(key)}${general}\n}\n`
}

const shareOf = (count: number) => String(Number((100 / count).toFixed(5)))

function writeKey(key: ExamKey): string {
  switch (key.kind) {
    case 'one':
      return writeOptions(key.options, (id) => (id === key.right ? '=' : '~'))
    case 'several': {
      const [right, wrong] = [shareOf(key.right.length), shareOf(key.options.length - key.right.length)]
      return writeOptions(key.options, (id) => (key.right.includes(id) ? `~%${right}%` : `~%-${wrong}%`))
    }
    case 'truth':
      return key.right ? 'TRUE' : 'FALSE'
    case 'number':
      return `#${key.right}:${key.tolerance}`
    case 'text':
      // A star would be a wildcard, and an arrow without a share would make pairs.
      return key.right.map((text) => `\n\t=%100%${writeEscapes(text.replaceAll('*', '\\*'))}`).join('')
    case 'order':
      return `>${key.options.length} ALL VERTICAL RELATIVE_ALL_PREVIOUS_AND_NEXT${textsOfOrder(key).map(writeLine).join('')}`
    case 'pairs': {
      const { pairs, others } = textsOfPairs(key)
      return [...pairs, ...others.map((right) => ({ left: '', right }))]
        .map(({ left, right }) => `\n\t=${writeText(left)} -> ${writeText(right)}`)
        .join('')
    }
    case 'open':
      // An essay has no key in GIFT; the guide has no place there.
      return ''
  }
}

const writeLine = (html: string) => `\n\t${writeText(html)}`
const writeOptions = (options: { id: string; html: string }[], signOf: (id: string) => string) =>
  options.map(({ id, html }) => `\n\t${signOf(id)}${writeText(html)}`).join('')
