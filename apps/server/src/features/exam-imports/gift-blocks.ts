import { type Difficulty, difficulties } from '@escola/contract/exam-content'
import { difficultyLabels } from '@escola/contract/exam-questions.contract'
import { tagsOfCategory } from './moodle-questions.ts'

/** Lines of a question, up to the blank one that ends it. */
export interface GiftBlock {
  /** Line of its first word that is no comment, from 1. */
  line: number
  text: string
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

/** Splits a GIFT text into its questions. */
export function* splitGift(text: string): Generator<GiftBlock> {
  let lines: string[] = []
  let line = 0
  let categoryTags: string[] = []
  let remarks = noRemarks([])
  const take = (): GiftBlock[] => {
    const block = { line, text: lines.join('\n').trim(), remarks: withTags(remarks, categoryTags) }
    ;[lines, remarks] = [[], noRemarks([])]
    return block.text === '' ? [] : [block]
  }
  let at = 0
  for (const written of text.split(/\r\n|\r|\n/)) {
    at += 1
    const category = categoryLine.exec(written)?.[1]
    if (category !== undefined) {
      yield* take()
      categoryTags = tagsOfCategory(category.replaceAll('\\:', ':').trim())
    } else if (written.trim() === '') {
      // A comment may stand apart from its question.
      if (lines.length > 0) yield* take()
    } else if (/^\s*\/\//.test(written)) readRemarks(written, remarks)
    else {
      if (lines.length === 0) line = at
      lines.push(written)
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
