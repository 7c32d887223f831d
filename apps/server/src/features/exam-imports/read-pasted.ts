import { difficulties, type ExamKey, examQuestionLimits } from '@escola/contract/exam-content'
import { type ExamImportItem, examImportLimits } from '@escola/contract/exam-import-items'
import { importBreaks, importFields, importReasons } from '@escola/contract/exam-import-texts'
import { foldText } from '@escola/contract/exam-marks'
import { difficultyLabels } from '@escola/contract/exam-questions.contract'
import { readDecimal } from './imported-number.ts'
import { readText } from './imported-text.ts'
import { acceptedOf, type Draft, judge, newDraft } from './judged-item.ts'
import { type PastedQuestion, splitPasted } from './pasted-blocks.ts'
import { foldWord } from './question-columns.ts'
import { readKey, readLetters, readTruth } from './read-table.ts'

/** Reads questions as teachers write them in a document or a message. */
export function* readPasted(text: string): Generator<ExamImportItem> {
  if (text.length > examImportLimits.pastedMax) {
    yield { verdict: 'broken', line: 1, reason: importBreaks.pastedLong }
    return
  }
  const questions = splitPasted(text.replaceAll('\0', ''))
  for (const [at, question] of questions.slice(0, examImportLimits.items).entries())
    yield readQuestion(question, at + 1)
  const further = questions[examImportLimits.items]
  if (further) yield { verdict: 'broken', line: further.line, reason: importBreaks.many }
  if (questions.length === 0) yield { verdict: 'broken', line: 1, reason: importBreaks.empty }
}

function readQuestion(question: PastedQuestion, number: number): ExamImportItem {
  const draft = newDraft(number, question.line)
  draft.statement = readText(question.statement.join('\n'), 'plain')
  draft.explanation = readText(question.explanation.join('\n'), 'plain')
  draft.tags = question.tags.split(/[,;]/)
  const difficulty = foldWord(question.difficulty).slice(0, 4)
  draft.difficulty =
    difficulties.find((each) => foldWord(difficultyLabels[each]).startsWith(difficulty || '-')) ?? 'medium'
  draft.key = keyOf(question, draft)
  return judge(draft)
}

function keyOf(question: PastedQuestion, draft: Draft): ExamKey | undefined {
  const { options, answer } = question
  if (options.length === 0) return keyWithoutOptions(answer, draft)
  if (options.length > examQuestionLimits.optionsMax) {
    draft.problems.push({ field: importFields.options, reason: importReasons.optionsMany })
    return undefined
  }
  const letters = rightLetters(question)
  const truth = truthOf(question, letters)
  if (truth !== undefined) return { kind: 'truth', right: truth }
  return readKey(
    letters.length > 1 ? 'several' : 'one',
    {
      options: options.map(({ letter, text }) => ({ letter, html: readText(text, 'plain') })),
      right: letters.join(','),
      tolerance: '',
      unit: '',
    },
    draft,
  )
}

/** Letters of the options that are marked, else those that the answer names, else the option that it repeats. */
function rightLetters({ options, answer }: PastedQuestion): string[] {
  const marked = options.filter(({ isMarked }) => isMarked).map(({ letter }) => letter)
  // Stars before all options are list bullets.
  if (marked.length > 0 && marked.length < options.length) return marked
  const repeated = options.filter(({ text }) => foldText(text) === foldText(answer)).map(({ letter }) => letter)
  if (repeated.length === 1) return repeated
  const first = /^(?:letra |alternativa )?[([]?([a-j])\s*[).\]:–-]\s*\S/i.exec(answer.trim())?.[1]
  const letters = readLetters(answer)
  return letters.every((letter) => /^[A-J]$/.test(letter)) || first === undefined ? letters : [first.toUpperCase()]
}

/** 'a) Verdadeiro b) Falso' is a statement that is true or false. */
function truthOf({ options, answer }: PastedQuestion, letters: string[]): boolean | undefined {
  const truths = options.map(({ text }) => readTruth(text))
  if (truths.length !== 2 || truths[0] === undefined || truths[1] === undefined || truths[0] === truths[1])
    return undefined
  const at = options.findIndex(({ letter }) => letters.length === 1 && letter === letters[0])
  return at < 0 ? readTruth(answer) : truths[at]
}

const measured = /^([-+]?[\d.,]+(?:[eE][-+]?\d+)?)\s*(?:(?:±|\+\/?-|\+-)\s*([\d.,]+))?\s*([^\d\s][^\d]{0,19})?$/u

function keyWithoutOptions(answer: string, draft: Draft): ExamKey | undefined {
  if (answer.trim() === '') {
    draft.problems.push({ field: importFields.right, reason: importReasons.rightMissing })
    return undefined
  }
  const truth = readTruth(answer)
  if (truth !== undefined) return { kind: 'truth', right: truth }
  const [, number, tolerance = '', unit = ''] = measured.exec(answer.trim()) ?? []
  if (number !== undefined && readDecimal(number) !== undefined)
    return readKey('number', { options: [], right: number, tolerance, unit: unit.trim() }, draft)
  return acceptedOf(
    answer
      .split(/\s*[;|]\s*/)
      .map((text) => text.trim())
      .filter((text) => text !== ''),
    draft.problems,
  )
}
