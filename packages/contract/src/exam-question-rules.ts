import { z } from 'zod'
import { ExamKey, examQuestionLimits } from './exam-content.ts'
import { foldText } from './exam-marks.ts'
import { examQuestionTexts } from './exam-question-texts.ts'
import { limits } from './limits.ts'
import { cleanText } from './people.ts'
import { describesPictures, hasShortFormulas, isEmptyQuestionText } from './question-text.ts'
import { storable } from './text.ts'

const countTags = (html: string) => html.split('<').length - 1
export const questionTextOf = (max: number) =>
  z
    .string()
    .max(max)
    .transform(storable)
    .refine((html) => countTags(html) <= limits.richTextTags, examQuestionTexts.tooManyTags)
    .refine(describesPictures, examQuestionTexts.pictureNameless)
    .refine(hasShortFormulas, examQuestionTexts.formulaLong)

export const lineOf = (max: number) => z.string().max(1000).transform(cleanText).pipe(z.string().max(max))
const Accepted = lineOf(examQuestionLimits.acceptedTextMax).refine(
  (text) => text !== '',
  examQuestionTexts.acceptedMissing,
)
const Unit = lineOf(examQuestionLimits.unitMax)
const OptionText = questionTextOf(examQuestionLimits.optionTextMax).refine(
  (html) => !isEmptyQuestionText(html),
  examQuestionTexts.optionMissing,
)

const Guide = questionTextOf(examQuestionLimits.textMax)

/** Indexes of what stands earlier in the list already. */
const repeatedIn = (texts: string[]): number[] => texts.flatMap((text, at) => (texts.indexOf(text) < at ? [at] : []))

type Problem = { path: (string | number)[]; message: string }
const problemsOf = (schema: z.ZodType, value: unknown, path: Problem['path']): Problem[] =>
  schema.safeParse(value).error?.issues.map((issue) => ({ path, message: issue.message })) ?? []

type Options = { id: string; html: string }[]
const idsOf = (options: Options) => options.map(({ id }) => id)

const problemsOfTexts = (options: Options, field: 'options' | 'lefts'): Problem[] => [
  ...options.flatMap(({ html }, at) => problemsOf(OptionText, html, [field, at, 'html'])),
  ...repeatedIn(options.map(({ html }) => html.trim())).map((at) => ({
    path: [field, at, 'html'],
    message: examQuestionTexts.optionRepeated,
  })),
  ...repeatedIn(idsOf(options)).map((at) => ({ path: [field, at, 'id'], message: examQuestionTexts.optionRepeated })),
]

const isWithin = (list: string[], all: string[]) =>
  list.every((each) => all.includes(each)) && repeatedIn(list).length === 0

function problemsOfOptions(options: Options, right: string[], unmarked: string): Problem[] {
  const isRight = right.length > 0 && isWithin(right, idsOf(options))
  return [...problemsOfTexts(options, 'options'), ...(isRight ? [] : [{ path: ['right'], message: unmarked }])]
}

function problemsOfPairs({ lefts, options, right }: Extract<ExamKey, { kind: 'pairs' }>): Problem[] {
  const isRight =
    right.length === lefts.length &&
    isWithin(
      right.map(({ left }) => left),
      idsOf(lefts),
    ) &&
    right.every(({ option }) => idsOf(options).includes(option))
  return [
    ...problemsOfTexts(lefts, 'lefts'),
    ...problemsOfTexts(options, 'options'),
    ...(isRight ? [] : [{ path: ['right'], message: examQuestionTexts.pairsIncomplete }]),
    // Never shown right, two and two would be known.
    ...(lefts.length === 2 && options.length === 2 ? [{ path: ['options'], message: examQuestionTexts.pairsFew }] : []),
  ]
}

function problemsOfKey(key: ExamKey): Problem[] {
  switch (key.kind) {
    case 'one':
      return problemsOfOptions(key.options, [key.right], examQuestionTexts.optionUnknown)
    case 'several':
      return problemsOfOptions(key.options, key.right, examQuestionTexts.severalMissing)
    case 'truth':
      return []
    case 'number':
      return [
        ...(key.tolerance.startsWith('-')
          ? [{ path: ['tolerance'], message: examQuestionTexts.toleranceNegative }]
          : []),
        ...problemsOf(Unit, key.unit, ['unit']),
      ]
    case 'text': {
      const tooMany = problemsOf(z.array(z.string()).max(examQuestionLimits.acceptedMax), key.right, ['right'])
      const repeated = repeatedIn(key.right.map(foldText))
      return [
        ...tooMany,
        ...key.right.flatMap((text, at) => problemsOf(Accepted, text, ['right', at])),
        ...repeated.map((at) => ({ path: ['right', at], message: examQuestionTexts.acceptedRepeated })),
      ]
    }
    case 'order': {
      const isWhole = key.right.length === key.options.length && isWithin(key.right, idsOf(key.options))
      return [
        ...problemsOfTexts(key.options, 'options'),
        ...(isWhole ? [] : [{ path: ['right'], message: examQuestionTexts.orderIncomplete }]),
        ...(key.options.length < examQuestionLimits.orderedMin
          ? [{ path: ['options'], message: examQuestionTexts.orderFew }]
          : []),
      ]
    }
    case 'pairs':
      return problemsOfPairs(key)
    case 'open':
      return problemsOf(Guide, key.guide, ['guide'])
  }
}

function cleanKey(key: ExamKey): ExamKey {
  if (key.kind === 'number') return { ...key, unit: cleanText(key.unit) }
  if (key.kind === 'text') return { ...key, right: key.right.map(cleanText) }
  return key
}

/** Key of a question as an author may write it. */
export const WrittenKey = ExamKey.superRefine((key, context) => {
  for (const problem of problemsOfKey(key)) context.addIssue({ code: 'custom', ...problem })
}).transform(cleanKey)
