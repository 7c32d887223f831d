import { type Difficulty, difficulties } from '@escola/contract/exam-content'
import { examImportLimits } from '@escola/contract/exam-import-items'
import { difficultyLabels } from '@escola/contract/exam-questions.contract'
import { tagsOfCategory } from './moodle-questions.ts'

/** Lines of a question, up to the blank one that ends it. */
export interface GiftBlock {
  /** Line of its first word that is no comment, from 1. */
  line: number
  text: string
  /** It has more characters than any question, and its text is its beginning. */
  isEndless: boolean
  remarks: GiftRemarks
}

/** Details that GIFT has no syntax for, kept in comments: tags as Moodle writes them, the rest in our own form. */
export interface GiftRemarks {
  tags: string[]
  difficulty: Difficulty
  unit: string
  isShuffled: boolean
}

const noRemarks = (tags: string[]): GiftRemarks => ({ tags, difficulty: 'medium', unit: '', isShuffled: true })
const categoryLine = /^\s*\$CATEGORY:\s*(.*)$/i
const remark = /\[(tag|dificuldade|unidade|ordem):((?:\\\]|[^\]]){1,300})\]/g

/** Characters that are read of a comment, or of a category. */
const detailMax = 10_000

/** Lines of a text, one at a time: a file may consist of millions. */
function* splitLines(text: string): Generator<string> {
  const find = (sign: string, from: number) => {
    const at = text.indexOf(sign, from)
    return at < 0 ? text.length : at
  }
  let [feed, carriage] = [find('\n', 0), find('\r', 0)]
  let from = 0
  while (from <= text.length) {
    const end = Math.min(feed, carriage)
    yield text.slice(from, end)
    from = end + (text.startsWith('\r\n', end) ? 2 : 1)
    if (feed < from) feed = find('\n', from)
    if (carriage < from) carriage = find('\r', from)
  }
}

/** Splits a GIFT text into its questions. */
export function* splitGift(text: string): Generator<GiftBlock> {
  let lines: string[] = []
  let length = 0
  let line = 0
  let categoryTags: string[] = []
  let remarks = noRemarks([])
  const take = (): GiftBlock[] => {
    const isEndless = length > examImportLimits.giftQuestionMax
    const block = { line, text: lines.join('\n').trim(), isEndless, remarks: withTags(remarks, categoryTags) }
    ;[lines, remarks, length] = [[], noRemarks([]), 0]
    return block.text === '' ? [] : [block]
  }
  let at = 0
  for (const written of splitLines(text)) {
    at += 1
    if (written.trim() === '') {
      // A comment may stand apart from its question.
      if (length > 0) yield* take()
      continue
    }
    const detail = written.slice(0, detailMax)
    const category = categoryLine.exec(detail)?.[1]
    if (category !== undefined) {
      yield* take()
      categoryTags = tagsOfCategory(category.replaceAll('\\:', ':').trim())
    } else if (/^\s*\/\//.test(detail)) readRemarks(detail, remarks)
    else {
      if (length === 0) line = at
      if (length <= examImportLimits.giftQuestionMax) lines.push(written.slice(0, examImportLimits.giftQuestionMax))
      length += written.length + 1
    }
  }
  yield* take()
}

const withTags = (remarks: GiftRemarks, tags: string[]): GiftRemarks => ({
  ...remarks,
  tags: [...remarks.tags, ...tags],
})

function readRemarks(comment: string, remarks: GiftRemarks): void {
  for (const [, name, escaped = ''] of comment.matchAll(remark)) {
    const value = escaped.replaceAll('\\]', ']').trim()
    if (name === 'tag') remarks.tags.push(value)
    else if (name === 'unidade') remarks.unit = value
    else if (name === 'ordem') remarks.isShuffled = value !== 'fixa'
    else remarks.difficulty = difficulties.find((each) => difficultyLabels[each] === value) ?? 'medium'
  }
}

// After a backslash the closing sign would be literal.
const writeRemark = (name: string, value: string) =>
  `[${name}:${value.replaceAll(']', '\\]')}${value.endsWith('\\') ? ' ' : ''}]`

/** Writes as a comment what GIFT has no syntax for; empty if there is nothing. */
export function writeRemarks({ tags, difficulty, unit, isShuffled }: GiftRemarks): string {
  const all = [
    ...tags.map((tag) => writeRemark('tag', tag)),
    ...(difficulty === 'medium' ? [] : [writeRemark('dificuldade', difficultyLabels[difficulty])]),
    ...(unit === '' ? [] : [writeRemark('unidade', unit)]),
    ...(isShuffled ? [] : [writeRemark('ordem', 'fixa')]),
  ]
  return all.length === 0 ? '' : `// ${all.join(' ')}\n`
}
