import type { ExamKey } from '@escola/contract/exam-content'
import type { ExamImportItem } from '@escola/contract/exam-import-items'
import { foreignKinds, importFields, importNotes, importReasons } from '@escola/contract/exam-import-texts'
import { letterOf } from '@escola/contract/exam-texts'
import {
  type Answer,
  keyOfChoices,
  keyOfMatches,
  keyOfNumbers,
  keyOfTexts,
  keyOfTruth,
  notePart,
} from './answered-keys.ts'
import { readText } from './imported-text.ts'
import { type Draft, judge, keyOfOrder, newDraft, refuseKind } from './judged-item.ts'
import { readMoodleText } from './moodle-texts.ts'
import { childOf, childrenOf, textOf, type XmlElement } from './xml-elements.ts'

/** Tags of the questions after a category. */
export const readCategory = (element: XmlElement): string[] => tagsOfCategory(textOf(element, 'category', 'text'))

const defaults = /^(?:\$\w+\$|top|(?:default for|padrão para|valor padrão de)\b.*)$/i
/** The last part of a category's path that a person has named. A double slash is a literal one. */
export function tagsOfCategory(path: string): string[] {
  const parts = path
    .replaceAll('//', '\0')
    .split('/')
    .map((part) => part.replaceAll('\0', '/').trim())
  const last = parts.filter((part) => part !== '' && !defaults.test(part)).at(-1)
  return last === undefined ? [] : [last]
}

/** Reads one question of Moodle's XML. */
export function readMoodleQuestion(element: XmlElement, number: number, categoryTags: string[]): ExamImportItem {
  const draft = newDraft(number, element.line)
  const kind = element.attributes.type ?? ''
  draft.title = textOf(element, 'name', 'text').trim()
  const read = readers[kind]
  if (!read) {
    draft.title ||= textOf(element, 'questiontext', 'text')
      .replace(/<[^<>]*>/g, ' ')
      .slice(0, 500)
    const known = Object.hasOwn(foreignKinds, kind) ? foreignKinds[kind] : undefined
    return refuseKind(draft, importReasons.kindUnknown(known ?? (kind.slice(0, 40).toWellFormed() || 'desconhecido')))
  }
  draft.statement = readMoodleText(childOf(element, 'questiontext'), draft, importFields.statement)
  draft.explanation = readMoodleText(childOf(element, 'generalfeedback'), draft, importFields.explanation)
  const tags = childOf(element, 'tags')
  draft.tags = [...(tags ? childrenOf(tags, 'tag').map((tag) => textOf(tag, 'text') || tag.text) : []), ...categoryTags]
  draft.key = read(element, draft)
  return judge(draft)
}

const readers: Partial<Record<string, (element: XmlElement, draft: Draft) => ExamKey | undefined>> = {
  multichoice: readChoices,
  truefalse: (element, draft) => keyOfTruth(answersOf(element, draft, plainAnswer), draft),
  shortanswer: (element, draft) => {
    if (textOf(element, 'usecase').trim() === '1') draft.notes.push(importNotes.case)
    return keyOfTexts(answersOf(element, draft, plainAnswer), draft)
  },
  numerical: readNumber,
  matching: readMatches,
  ordering: readOrder,
  essay: (element, draft) => ({
    kind: 'open',
    guide: readMoodleText(childOf(element, 'graderinfo'), draft, importFields.guide),
  }),
}

const isTrue = (text: string) => /^(?:true|1|yes)$/i.test(text.trim())

function readChoices(element: XmlElement, draft: Draft): ExamKey | undefined {
  const shuffled = childOf(element, 'shuffleanswers')
  draft.isShuffled = !shuffled || isTrue(shuffled.text)
  const single = childOf(element, 'single')
  const answers = answersOf(element, draft, (answer, at) =>
    readMoodleText(answer, draft, importFields.option(letterOf(at))),
  )
  return keyOfChoices(answers, !single || isTrue(single.text), draft)
}

function readMatches(element: XmlElement, draft: Draft): ExamKey | undefined {
  const matches = childrenOf(element, 'subquestion').map((each, at) => ({
    left: readMoodleText(each, draft, importFields.left(at + 1)),
    right: readText(textOf(each, 'answer', 'text'), 'moodle'),
  }))
  return keyOfMatches(matches, draft)
}

function readOrder(element: XmlElement, draft: Draft): ExamKey {
  const items = answersOf(element, draft, (answer, at) => readMoodleText(answer, draft, importFields.left(at + 1)))
  notePart(draft, textOf(element, 'selecttype').trim(), Number(textOf(element, 'selectcount')), items.length)
  // An item's share is its place.
  return keyOfOrder(items.toSorted((a, b) => a.share - b.share).map(({ text }) => text))
}

function readNumber(element: XmlElement, draft: Draft): ExamKey | undefined {
  const answers = childrenOf(element, 'answer')
  const numbers = answersOf(element, draft, plainAnswer).map((answer, at) => ({
    ...answer,
    tolerance: textOf(answers[at], 'tolerance').trim() || '0',
  }))
  const group = childOf(element, 'units')
  const units = group ? childrenOf(group, 'unit') : []
  const main = units.find((unit) => Number(textOf(unit, 'multiplier')) === 1) ?? units[0]
  if (units.length > 1) draft.notes.push(importNotes.units)
  return keyOfNumbers(numbers, textOf(main, 'unit_name').trim(), draft)
}

const plainAnswer = (answer: XmlElement) => textOf(answer, 'text').trim()

const answersOf = (
  element: XmlElement,
  draft: Draft,
  readAnswer: (answer: XmlElement, at: number) => string,
): Answer[] =>
  childrenOf(element, 'answer').map((answer, at) => ({
    text: readAnswer(answer, at),
    share: Number(answer.attributes.fraction ?? 0) || 0,
    feedback: readMoodleText(childOf(answer, 'feedback'), draft, importFields.explanation),
  }))
