import {
  type Difficulty,
  type ExamKey,
  type ExamQuestionKind,
  examQuestionLimits,
  isChoice,
} from '@escola/contract/exam-content'
import { examQuestionTexts } from '@escola/contract/exam-question-texts'
import type { examQuestions } from '@escola/contract/exam-questions.contract'
import { type ExamQuestion, NewExamQuestion } from '@escola/contract/exam-questions.contract'
import type { BodyOf } from '@escola/contract/route'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { blankPairs, fieldOfPairs, type PairsValues, pairsOfKey, toPairsKey } from './pair-values.ts'

export interface OptionValues {
  id: string
  html: string
  isRight: boolean
}

/** Values of the form, of all kinds at once: a kind that is chosen for a moment loses nothing. A type, because forms take any record of values. */
export type QuestionValues = PairsValues & {
  kind: ExamQuestionKind
  statement: string
  explanation: string
  is_shuffled: boolean
  options: OptionValues[]
  truth: '' | 'true' | 'false'
  number: string
  tolerance: string
  unit: string
  accepted: string[]
  guide: string
  difficulty: Difficulty
  tags: string[]
  /** '' for the whole school. */
  degree_id: string
}

/** An option whose id no other has had in this form. */
export const newOption = (options: OptionValues[]): OptionValues => ({
  id: String(Math.max(0, ...options.map(({ id }) => Number(id))) + 1),
  html: '',
  isRight: false,
})

const blankOptions = () => {
  const first = newOption([])
  return [first, newOption([first])]
}

const blank = (): QuestionValues => ({
  kind: 'one',
  statement: '',
  explanation: '',
  is_shuffled: true,
  options: blankOptions(),
  truth: '',
  number: '',
  tolerance: '',
  unit: '',
  accepted: [],
  ...blankPairs(),
  guide: '',
  difficulty: 'medium',
  tags: [],
  degree_id: '',
})

const withComma = (decimal: string) => decimal.replace('.', ',')
const withPoint = (typed: string) => typed.trim().replace(',', '.')

function valuesOfKey(key: ExamKey): Partial<QuestionValues> {
  switch (key.kind) {
    case 'one':
    case 'several':
      return { options: key.options.map((option) => ({ ...option, isRight: [key.right].flat().includes(option.id) })) }
    case 'truth':
      return { truth: key.right ? 'true' : 'false' }
    case 'number':
      return { number: withComma(key.right), tolerance: withComma(key.tolerance), unit: key.unit }
    case 'text':
      return { accepted: key.right }
    case 'order':
      return {
        options: key.right.map((id) => ({ ...key.options.find((option) => option.id === id)!, isRight: false })),
      }
    case 'pairs':
      return pairsOfKey(key)
    case 'open':
      return { guide: key.guide }
  }
}

export const valuesOf = (question: ExamQuestion | null): QuestionValues =>
  question
    ? {
        ...blank(),
        kind: question.key.kind,
        statement: question.statement,
        explanation: question.explanation,
        is_shuffled: question.is_shuffled,
        ...valuesOfKey(question.key),
        difficulty: question.difficulty,
        tags: question.tags,
        degree_id: question.degree_id ?? '',
      }
    : blank()

/** No option has this id: it stands where none is marked. */
const unmarked = '0'

function keyOf(values: QuestionValues): unknown {
  const { kind, options, truth, number, tolerance, unit, accepted, guide } = values
  const written = options.map(({ id, html }) => ({ id, html }))
  const right = options.filter(({ isRight }) => isRight).map(({ id }) => id)
  switch (kind) {
    case 'one':
      return { kind, options: written, right: right[0] ?? unmarked }
    case 'several':
      return { kind, options: written, right: right.length > 0 ? right : [unmarked] }
    case 'truth':
      return { kind, right: truth === '' ? undefined : truth === 'true' }
    case 'number':
      return { kind, right: withPoint(number), tolerance: withPoint(tolerance) || '0', unit }
    case 'text':
      return { kind, right: accepted.length > 0 ? accepted : [''] }
    case 'order':
      return { kind, options: written, right: written.map(({ id }) => id) }
    case 'pairs':
      return toPairsKey(values).key
    case 'open':
      return { kind, guide }
  }
}

/** Body of a save, as the contract checks it. */
export const bodyOf = (values: QuestionValues) => {
  const { statement, explanation, difficulty, tags, degree_id } = values
  const is_shuffled = values.is_shuffled && isChoice(values)
  const key = keyOf(values)
  return { statement, explanation, is_shuffled, key, difficulty, tags, degree_id: degree_id || null } as BodyOf<
    typeof examQuestions.create
  >
}

/** The form's field of each field of the key, whose refusals are shown there. */
const rightFields: Record<ExamQuestionKind, string> = {
  one: 'options',
  several: 'options',
  truth: 'truth',
  number: 'number',
  text: 'accepted',
  order: 'options',
  pairs: 'pairs',
  open: 'guide',
}

/** Turns the names that the contract gives refused fields into those of the form. */
export function formErrorsOf(values: QuestionValues, fields: Record<string, string>): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [field, text] of Object.entries(fields)) {
    const inKey = field.replace(/^key\./, '')
    const name =
      inKey.startsWith('right') && field !== inKey
        ? rightFields[values.kind]
        : fieldOf(values, inKey.replace(/^tags\..*/, 'tags'))
    errors[name] ??= name === 'truth' ? examQuestionTexts.truthMissing : text
  }
  return errors
}

const fieldOf = (values: QuestionValues, name: string) => (values.kind === 'pairs' ? fieldOfPairs(values, name) : name)

const check = zodResolver(NewExamQuestion)
export const validateQuestion = (values: QuestionValues): Record<string, string> =>
  formErrorsOf(values, check(bodyOf(values)))

export const canAddOption = ({ options }: QuestionValues) => options.length < examQuestionLimits.optionsMax
export const canRemoveOption = ({ options }: QuestionValues) => options.length > examQuestionLimits.optionsMin
