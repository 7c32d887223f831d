import {
  difficulties,
  type ExamKey,
  type ExamQuestionKind,
  examQuestionKinds,
  examQuestionLimits,
} from '@escola/contract/exam-content'
import { type ExamImportItem, examImportLimits } from '@escola/contract/exam-import-items'
import { importBreaks, importFields, importReasons } from '@escola/contract/exam-import-texts'
import { difficultyLabels } from '@escola/contract/exam-questions.contract'
import { letterOf } from '@escola/contract/exam-texts'
import { isEmptyQuestionText } from '@escola/contract/question-text'
import { readDecimal } from './imported-number.ts'
import { acceptedOf, type Draft, judge, keyOfOrder, keyOfPairs, newDraft, refuseKind } from './judged-item.ts'
import { columnsOf, foldWord, type QuestionColumns } from './question-columns.ts'
import { readCell, readList, withoutGuards } from './table-texts.ts'

/** Row of a sheet as the screens' readers of lists give it. */
export interface TableRow {
  /** Line of the file, from 1. */
  line: number
  cells: string[]
}

/** A title may stand above the headings. */
const headingRows = 20

/** Reads the rows of a model file, or of a list with its headings. */
export function* readTable(rows: TableRow[]): Generator<ExamImportItem> {
  const first = rows.slice(0, headingRows).findIndex(({ cells }) => columnsOf(cells) !== undefined)
  const columns = columnsOf(rows[first]?.cells ?? [])
  if (!columns) {
    yield { verdict: 'broken', line: 1, reason: importBreaks.heading }
    return
  }
  let number = 0
  for (const { line, cells } of rows.slice(first + 1)) {
    if (cells.every((cell) => cell.trim() === '')) continue
    number += 1
    if (number > examImportLimits.items) {
      yield { verdict: 'broken', line, reason: importBreaks.many }
      return
    }
    yield readRow({ line, cells }, columns, number)
  }
  if (number === 0) yield { verdict: 'broken', line: rows[first]!.line, reason: importBreaks.empty }
}

/** Longer than all that a cell of a key or of tags may hold. */
const plainMax = 20_000

interface Option {
  letter: string
  html: string
}

function readRow({ line, cells }: TableRow, columns: QuestionColumns, number: number): ExamImportItem {
  const cellAt = (column: number) => withoutGuards(cells[column] ?? '')
  const plainAt = (column: number) => cellAt(column).trim().slice(0, plainMax)
  const draft = newDraft(number, line)
  draft.statement = readCell(cellAt(columns.statement))
  draft.explanation = readCell(cellAt(columns.explanation))
  draft.tags = readTags(plainAt(columns.tags))
  draft.isShuffled = !/^(nao|n|false|0)$/.test(foldWord(plainAt(columns.shuffled)))
  readDifficulty(plainAt(columns.difficulty), draft)
  const options = columns.options
    .map((column, at) => ({ letter: letterOf(at), html: readCell(cellAt(column)) }))
    .filter(({ html }) => !isEmptyQuestionText(html))
  const right = plainAt(columns.right)
  const [tolerance, unit] = [plainAt(columns.tolerance), plainAt(columns.unit)]
  const written = plainAt(columns.kind)
  const kind = written === '' ? guessKind(options, right, tolerance + unit) : kindOf(written)
  if (!kind) return refuseKind(draft, importReasons.kindUnknown(written.slice(0, 40).toWellFormed()))
  draft.key = readKey(kind, { options, right, tolerance, unit }, draft)
  return judge(draft)
}

const readTags = (cell: string) => (cell.includes('|') ? readList(cell) : cell.split(/[,;]/).flatMap(readList))

function readDifficulty(written: string, draft: Draft): void {
  if (written === '') return
  const found = difficulties.find(
    (each) => foldWord(difficultyLabels[each]).slice(0, 4) === foldWord(written).slice(0, 4),
  )
  if (found) draft.difficulty = found
  else draft.problems.push({ field: importFields.difficulty, reason: importReasons.valueUnknown(written.slice(0, 40)) })
}

/** First words of what people call the kinds. */
const kindWords: Record<ExamQuestionKind, RegExp> = {
  several: /^(varia|multiplas? (resposta|certa|escolhas)|caixas?|several)/,
  one: /^(uma|unica|multipla escolha|objetiva|escolha|one)/,
  truth: /^(verdadeiro|v ou f|vf|v f|certo ou errado|truth)/,
  number: /^(num|number)/,
  text: /^(resposta(?! abert)|texto|curta|text)/,
  order: /^(orden|sequencia|order)/,
  pairs: /^(associ|pares|relacion|corresp|pairs)/,
  open: /^(resposta abert|abert|dissert|open)/,
}
const kindOf = (written: string) => examQuestionKinds.find((kind) => kindWords[kind].test(foldWord(written)))

const truths: [word: RegExp, isTrue: boolean][] = [
  [/^(v|verdadeir[oa]|certo|c|sim|true)$/, true],
  [/^(f|fals[oa]|errado|e|nao|false)$/, false],
]
export const readTruth = (written: string): boolean | undefined =>
  truths.find(([word]) => word.test(foldWord(written)))?.[1]

function guessKind(options: Option[], right: string, measures: string): ExamQuestionKind {
  if (options.length > 0) return readLetters(right).length > 1 ? 'several' : 'one'
  if (/^(v|f|verdadeir[oa]|fals[oa])$/.test(foldWord(right))) return 'truth'
  return measures !== '' || readDecimal(right) !== undefined ? 'number' : 'text'
}

/** 'A, C', 'a e c' and 'AC' name two options. */
export const readLetters = (written: string): string[] => {
  const letters = written
    .toUpperCase()
    .replace(/\b(?:LETRAS?|ALTERNATIVAS?)\b/g, ' ')
    .replace(/(?<=\b[A-J])\s+E\s+(?=[A-J]\b)/g, ',')
  const parts = letters.split(/[\s,;/|.)(]+/).filter((part) => part !== '')
  return parts.length === 1 && /^[A-J]{2,10}$/.test(parts[0]!) ? [...parts[0]!] : parts
}

interface Written {
  options: Option[]
  right: string
  tolerance: string
  unit: string
}

export function readKey(kind: ExamQuestionKind, written: Written, draft: Draft): ExamKey | undefined {
  const { options, right, unit } = written
  const refuse = (field: string, reason: string): undefined => {
    draft.problems.push({ field, reason })
  }
  if (kind === 'open') return { kind, guide: readCell(right) }
  const short = right.slice(0, 40).toWellFormed()
  if (right === '' && kind !== 'order') return refuse(importFields.right, importReasons.rightMissing)
  switch (kind) {
    case 'one':
    case 'several': {
      if (options.length > examQuestionLimits.optionsMax) return refuse(importFields.options, importReasons.optionsMany)
      const all = options.map(({ html }, at) => ({ id: String(at + 1), html }))
      const letters = readLetters(right)
      const ids = letters.map((letter) => all[options.findIndex((each) => each.letter === letter)]?.id)
      if (letters.length === 0 || ids.includes(undefined))
        return refuse(importFields.right, importReasons.rightUnknown(short))
      if (kind === 'several') return { kind, options: all, right: [...new Set(ids as string[])] }
      return ids.length > 1
        ? refuse(importFields.right, importReasons.rightTwice)
        : { kind, options: all, right: ids[0]! }
    }
    case 'truth': {
      const truth = readTruth(right)
      return truth === undefined
        ? refuse(importFields.right, importReasons.truthUnknown(short))
        : { kind, right: truth }
    }
    case 'number': {
      const [number, tolerance] = [readDecimal(right), readDecimal(written.tolerance || '0')]
      if (number === undefined) return refuse(importFields.right, importReasons.numberUnread(short))
      return tolerance === undefined
        ? refuse(importFields.tolerance, importReasons.numberUnread(written.tolerance.slice(0, 40).toWellFormed()))
        : { kind, right: number, tolerance, unit }
    }
    case 'text':
      return acceptedOf(readList(right), draft.problems)
    case 'order':
      return keyOfOrder(options.map(({ html }) => html))
    case 'pairs': {
      const rights = readList(right)
        .slice(0, 2 * examQuestionLimits.optionsMax)
        .map(readCell)
      if (rights.length < options.length) return refuse(importFields.right, importReasons.pairsShort)
      return keyOfPairs(
        options.map(({ html }) => html),
        rights,
      )
    }
  }
}
