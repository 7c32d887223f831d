import { type ExamKey, examQuestionLimits } from '@escola/contract/exam-content'
import { type ExamImportItem, examImportLimits } from '@escola/contract/exam-import-items'
import { foreignKinds, importBreaks, importFields, importReasons } from '@escola/contract/exam-import-texts'
import {
  type Answer,
  keyOfChoices,
  keyOfMatches,
  keyOfNumbers,
  keyOfTexts,
  keyOfTruth,
  notePart,
} from './answered-keys.ts'
import { type GiftBlock, splitGift } from './gift-blocks.ts'
import { hideEscapes, showEscapes } from './gift-escapes.ts'
import { readText, type TextFormat } from './imported-text.ts'
import { type Draft, judge, keyOfOrder, newDraft, refuseKind } from './judged-item.ts'

/** Reads the questions of a text in Moodle's GIFT. */
export function* readGift(text: string): Generator<ExamImportItem> {
  if (text.length > examImportLimits.bytes) {
    yield { verdict: 'broken', line: 1, reason: importBreaks.large }
    return
  }
  let number = 0
  for (const block of splitGift(text.replace(/^\uFEFF/, '').replaceAll('\0', ''))) {
    number += 1
    if (number > examImportLimits.items) {
      yield { verdict: 'broken', line: block.line, reason: importBreaks.many }
      return
    }
    yield readBlock(block, number)
  }
  if (number === 0) yield { verdict: 'broken', line: 1, reason: importBreaks.empty }
}

const formats: Partial<Record<string, TextFormat>> = {
  html: 'html',
  moodle: 'moodle',
  plain: 'plain',
  markdown: 'markdown',
}
const formatSign = /^\s*\[(html|moodle|plain|markdown)\]/

/** Reads a text by the format that it names, else by that of its question. */
function readFormatted(hidden: string, usual: TextFormat): { html: string; format: TextFormat } {
  if (hidden === '') return { html: '', format: usual }
  const [sign = '', name = ''] = formatSign.exec(hidden) ?? []
  const format = formats[name] ?? usual
  return { html: readText(showEscapes(hidden.slice(sign.length).trim()), format), format }
}

function readBlock({ line, text, isEndless, remarks }: GiftBlock, number: number): ExamImportItem {
  const draft: Draft = { ...newDraft(number, line), ...remarks }
  if (isEndless) {
    draft.statement = readText(text.slice(0, examQuestionLimits.optionTextMax), 'plain')
    const reason = importReasons.tooLong(examImportLimits.giftQuestionMax)
    draft.problems.push({ field: importFields.statement, reason })
    return judge(draft)
  }
  const hidden = hideEscapes(text)
  const [titled = '', title = ''] = /^\s*::([\s\S]*?)::/.exec(hidden) ?? []
  draft.title = showEscapes(title).trim()
  const body = hidden.slice(titled.length)
  const open = body.indexOf('{')
  const close = body.indexOf('}', open)
  const [before, after] = open < 0 ? [body, ''] : [body.slice(0, open), close < 0 ? '' : body.slice(close + 1)]
  // Words after the answers turn the answers' place into a gap.
  const { html, format } = readFormatted(after.trim() === '' ? before : withGap(before, after), 'moodle')
  draft.statement = html
  if (open < 0) return refuseKind(draft, importReasons.kindUnknown(foreignKinds.description!))
  if (close < 0) {
    draft.problems.push({ field: importFields.right, reason: importReasons.unclosed })
    return judge(draft)
  }
  const [answers, general] = splitOnce(body.slice(open + 1, close), '####')
  draft.explanation = general === undefined ? '' : readFormatted(general, format).html
  const kind = kindOf(answers.trim())
  if (splitAnswers(answers).length > answersMax)
    draft.problems.push({ field: importFields.right, reason: importReasons.acceptedMany })
  else draft.key = readers[kind](answers.trim(), draft, format, remarks.unit)
  return judge(draft)
}

const withGap = (before: string, after: string) =>
  `${before.trimEnd()} _____${/^\s*[.,;:!?)]/.test(after) ? '' : ' '}${after.trimStart()}`

function splitOnce(text: string, sign: string): [string, string | undefined] {
  const at = text.indexOf(sign)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + sign.length)]
}

type GiftKind = 'open' | 'choices' | 'truth' | 'number' | 'text' | 'order' | 'pairs'
const truthSign = /^(T|TRUE|F|FALSE)(?=\s*(?:#|$))/i

function kindOf(answers: string): GiftKind {
  if (answers === '') return 'open'
  if (answers.startsWith('#')) return 'number'
  if (answers.startsWith('>')) return 'order'
  if (answers.includes('~')) return 'choices'
  if (truthSign.test(answers)) return 'truth'
  const each = answers
    .split('=')
    .map((answer) => answer.trim())
    .filter((answer) => answer !== '')
  return each.every((answer) => answer.includes('->') && !answer.startsWith('%')) ? 'pairs' : 'text'
}

/** Far more than any kind takes; each has a text that is read. */
const answersMax = 200

const weight = /^%(-?\d{1,3}(?:\.\d*)?)%/

/** Splits '%50%text#comment'. */
function readAnswer(hidden: string, usualShare: number, format: TextFormat): Answer {
  const [sign = '', share] = weight.exec(hidden.trim()) ?? []
  const [text, feedback = ''] = splitOnce(hidden.trim().slice(sign.length), '#')
  return {
    text: text.trim(),
    share: share === undefined ? usualShare : Number(share),
    feedback: readFormatted(feedback, format).html,
  }
}

/** Splits answers at their signs; text before the first sign is one, too. It ends behind one more than any kind takes. */
export function splitAnswers(answers: string) {
  const found: { isRight: boolean; isBare: boolean; text: string }[] = []
  for (const [, sign, text = ''] of answers.matchAll(/([=~]?)([^=~]*)/g)) {
    if (found.length > answersMax) break
    const answer = { isRight: sign === '=', isBare: sign === '', text: text.trim() }
    if (!answer.isBare || answer.text !== '') found.push(answer)
  }
  return found
}

type Read = (answers: string, draft: Draft, format: TextFormat, unit: string) => ExamKey | undefined
const readers: Record<GiftKind, Read> = {
  choices: (answers, draft, format) => {
    const all = splitAnswers(answers).map(({ isRight, text }) => readAnswer(text, isRight ? 100 : 0, format))
    const options = all.map((answer) => ({ ...answer, text: readFormatted(answer.text, format).html }))
    return keyOfChoices(options, answers.includes('='), draft)
  },
  truth: (answers, draft, format) => {
    const isTrue = /^T/i.test(answers)
    const [, wrong = '', right = ''] = answers.split('#')
    const feedbackOf = (hidden: string) => readFormatted(hidden, format).html
    const all = [
      { text: String(isTrue), share: 100, feedback: feedbackOf(right) },
      { text: String(!isTrue), share: 0, feedback: feedbackOf(wrong) },
    ]
    return keyOfTruth(all, draft)
  },
  text: (answers, draft, format) => {
    const all = splitAnswers(answers).map(({ text }) => readAnswer(text, 100, format))
    return keyOfTexts(
      all.map((answer) => ({ ...answer, text: showEscapes(answer.text) })).filter(({ text }) => text !== ''),
      draft,
    )
  },
  open: () => ({ kind: 'open', guide: '' }),
  order: readOrder,
  pairs: readPairs,
  number: (answers, draft, format, unit) => {
    const all = splitAnswers(answers.slice(1)).filter(({ isRight, isBare }) => isRight || isBare)
    return keyOfNumbers(
      all.map(({ text }) => readNumber(readAnswer(text, 100, format))),
      unit,
      draft,
    )
  },
}

/** Splits '>3 ALL VERTICAL', which says how Moodle asks, from the lines of the items. */
function readOrder(answers: string, draft: Draft, format: TextFormat): ExamKey {
  const [heading = '', ...lines] = answers.split('\n')
  const items = lines.map((line) => line.trim()).filter((line) => line !== '')
  const [, count = '', part = ''] = /^>\s*(\d*)\s*(\w*)/.exec(heading) ?? []
  notePart(draft, part, Number(count), items.length)
  return keyOfOrder(items.slice(0, answersMax).map((item) => readFormatted(item, format).html))
}

function readPairs(answers: string, draft: Draft, format: TextFormat): ExamKey | undefined {
  const all = splitAnswers(answers).map(({ text }) =>
    splitOnce(text, '->').map((side) => readFormatted((side ?? '').trim(), format).html),
  )
  return keyOfMatches(
    all.map(([left = '', right = '']) => ({ left, right })),
    draft,
  )
}

function readNumber(answer: Answer) {
  const text = showEscapes(answer.text)
  const [low, high] = splitOnce(text, '..')
  if (high !== undefined) return { ...answer, text: low, until: high }
  const [number, tolerance] = splitOnce(text, ':')
  return { ...answer, text: number, tolerance: tolerance?.trim() || '0' }
}
