import { z } from 'zod'
import {
  type Difficulty,
  difficulties,
  ExamKey,
  type ExamQuestionKind,
  examQuestionKinds,
  examQuestionLimits,
} from './exam-content.ts'
import { limits } from './limits.ts'
import { cleanText } from './people.ts'
import {
  describesPictures,
  hasShortFormulas,
  isEmptyQuestionText,
  questionText as questionTextRules,
} from './question-text.ts'
import { defineRoute } from './route.ts'
import { storable, withoutAccents } from './text.ts'
import { Done, Id, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

export const examQuestionListLimits = { perPage: 50, searchMax: 100, summaryMax: 200, tagsListed: 500 } as const

export const kindLabels: Record<ExamQuestionKind, string> = {
  one: 'Uma certa',
  several: 'Várias certas',
  truth: 'Verdadeiro ou falso',
  number: 'Número',
  text: 'Resposta curta',
}
export const difficultyLabels: Record<Difficulty, string> = { easy: 'Fácil', medium: 'Média', hard: 'Difícil' }

export const examQuestionTexts = {
  create: 'Criar questão',
  none: 'Ainda não há questões por aqui.',
  noneFound: 'Nenhuma questão encontrada.',
  wholeSchool: 'Toda a escola',
  statementMissing: 'Escreva o enunciado',
  optionMissing: 'Escreva esta opção',
  optionRepeated: 'Esta opção é igual a outra',
  optionUnknown: 'Marque qual opção é a certa',
  truthMissing: 'Marque se a afirmação é verdadeira ou falsa',
  severalMissing: 'Marque as opções certas',
  toleranceNegative: 'A tolerância não pode ser negativa',
  acceptedMissing: 'Escreva ao menos uma resposta aceita',
  acceptedRepeated: 'Esta resposta já está na lista',
  pictureNameless: 'Descreva cada imagem para quem não pode vê-la',
  pictureGone: 'Uma das imagens não está mais aqui. Envie-a de novo',
  formulaLong: `Cada fórmula pode ter até ${questionTextRules.formulaMax} caracteres`,
  tooManyTags: 'Este texto tem formatação demais',
  stale: 'Outra pessoa mudou esta questão depois que você a abriu. Salvar põe o seu texto no lugar do dela.',
  saved: 'Questão salva!',
  copied: 'Questão duplicada.',
  archived: 'Questão arquivada.',
  restored: 'A questão voltou para a lista.',
  removed: 'Questão apagada.',
  goes: (summary: string) => `A questão “${summary}” sai do banco, e não há como desfazer.`,
} as const

const countTags = (html: string) => html.split('<').length - 1
const richText = (max: number) =>
  z
    .string()
    .max(max)
    .transform(storable)
    .refine((html) => countTags(html) <= limits.richTextTags, examQuestionTexts.tooManyTags)
    .refine(describesPictures, examQuestionTexts.pictureNameless)
    .refine(hasShortFormulas, examQuestionTexts.formulaLong)

/** Compares texts as a reader would take them for the same: case, accents and double spaces don't count. */
const foldAnswer = (text: string) => withoutAccents(cleanText(text)).toLowerCase()

const lineOf = (max: number) => z.string().max(1000).transform(cleanText).pipe(z.string().max(max))
const Accepted = lineOf(examQuestionLimits.acceptedTextMax).refine(
  (text) => text !== '',
  examQuestionTexts.acceptedMissing,
)
const Unit = lineOf(examQuestionLimits.unitMax)
const OptionText = richText(examQuestionLimits.optionTextMax).refine(
  (html) => !isEmptyQuestionText(html),
  examQuestionTexts.optionMissing,
)

/** Indexes of what stands earlier in the list already. */
const repeatedIn = (texts: string[]): number[] => texts.flatMap((text, at) => (texts.indexOf(text) < at ? [at] : []))

type Problem = { path: (string | number)[]; message: string }
const problemsOf = (schema: z.ZodType, value: unknown, path: Problem['path']): Problem[] =>
  schema.safeParse(value).error?.issues.map((issue) => ({ path, message: issue.message })) ?? []

function problemsOfOptions(options: { id: string; html: string }[], right: string[], unmarked: string): Problem[] {
  const ids = options.map(({ id }) => id)
  const isRight = right.length > 0 && right.every((id) => ids.includes(id)) && repeatedIn(right).length === 0
  return [
    ...options.flatMap(({ html }, at) => problemsOf(OptionText, html, ['options', at, 'html'])),
    ...repeatedIn(options.map(({ html }) => html.trim())).map((at) => ({
      path: ['options', at, 'html'],
      message: examQuestionTexts.optionRepeated,
    })),
    ...repeatedIn(ids).map((at) => ({ path: ['options', at, 'id'], message: examQuestionTexts.optionRepeated })),
    ...(isRight ? [] : [{ path: ['right'], message: unmarked }]),
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
      const repeated = repeatedIn(key.right.map(foldAnswer))
      return [
        ...tooMany,
        ...key.right.flatMap((text, at) => problemsOf(Accepted, text, ['right', at])),
        ...repeated.map((at) => ({ path: ['right', at], message: examQuestionTexts.acceptedRepeated })),
      ]
    }
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

const Tag = lineOf(examQuestionLimits.tagMax).transform((tag) => tag.toLowerCase())

export const NewExamQuestion = z.object({
  statement: richText(examQuestionLimits.textMax).refine(
    (html) => !isEmptyQuestionText(html),
    examQuestionTexts.statementMissing,
  ),
  explanation: richText(examQuestionLimits.textMax),
  /** Options stand in another order in each attempt. */
  is_shuffled: z.boolean(),
  key: WrittenKey,
  difficulty: z.enum(difficulties),
  tags: z
    .array(Tag)
    .max(examQuestionLimits.tagsMax)
    .transform((tags) => [...new Set(tags.filter((tag) => tag !== ''))]),
  /** Null for the whole school. */
  degree_id: Id.nullable(),
})

/** What a version of a question holds; it never changes. */
export const ExamContent = z.object({
  statement: z.string(),
  explanation: z.string(),
  is_shuffled: z.boolean(),
  key: ExamKey,
})
export type ExamContent = z.infer<typeof ExamContent>

const Found = {
  id: Id,
  version: z.number().int(),
  difficulty: z.enum(difficulties),
  tags: z.array(z.string()),
  degree_id: Id.nullable(),
  is_archived: z.boolean(),
  utc_changed_on: Utc,
}
export const ListedExamQuestion = z.object({
  ...Found,
  kind: z.enum(examQuestionKinds),
  /** First words of the statement. */
  summary: z.string(),
})
export type ListedExamQuestion = z.infer<typeof ListedExamQuestion>
export const ExamQuestion = z.object({ ...Found, ...ExamContent.shape, summary: z.string() })
export type ExamQuestion = z.infer<typeof ExamQuestion>

/** Filters of the bank; '' asks for all. */
export const ExamQuestionFilter = z.object({
  tag: z.string().max(examQuestionLimits.tagMax).default(''),
  kind: z.enum(['', ...examQuestionKinds]).default(''),
  difficulty: z.enum(['', ...difficulties]).default(''),
  /** Id of a course, or 'school' for questions of no course. */
  degree: z.union([z.enum(['', 'school']), Id]).default(''),
  /** Archived questions stand in a list of their own. */
  state: z.enum(['', 'archived']).default(''),
})
export type ExamQuestionFilter = z.infer<typeof ExamQuestionFilter>
export const noExamQuestionFilter: ExamQuestionFilter = { tag: '', kind: '', difficulty: '', degree: '', state: '' }

const QuestionParams = SchoolParams.extend({ id: Id })
const OneQuestion = z.object({ exam_question: ExamQuestion })

export const examQuestions = {
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-questions',
    summary: 'Exam questions, a page at a time, newest first',
    access: 'admin',
    params: SchoolParams,
    query: PageQuery.extend({
      search: z.string().max(examQuestionListLimits.searchMax).default(''),
      ...ExamQuestionFilter.shape,
    }),
    response: z.object({
      exam_questions: pageOf(ListedExamQuestion).extend({
        /** The school has a question, found or not. */
        has_any: z.boolean(),
      }),
    }),
  }),
  tags: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-questions/tags',
    summary: 'Tags of exam questions, the most used first',
    access: 'admin',
    params: SchoolParams,
    response: z.object({ tags: z.array(z.string()) }),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-questions/:id',
    summary: 'An exam question with its key',
    access: 'admin',
    params: QuestionParams,
    response: OneQuestion,
  }),
  create: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-questions',
    summary: 'Make an exam question',
    access: 'admin',
    status: 201,
    params: SchoolParams,
    body: NewExamQuestion,
    response: OneQuestion,
  }),
  save: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-questions/:id',
    summary:
      'Change an exam question; other content makes a new version. 409 stale_version where `version` is not the current one; without it, whatever is stored is replaced',
    access: 'admin',
    params: QuestionParams,
    body: NewExamQuestion.extend({ version: z.number().int().optional() }),
    response: OneQuestion,
  }),
  copy: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-questions/:id/copy',
    summary: 'Make another question with the same content',
    access: 'admin',
    status: 201,
    params: QuestionParams,
    response: OneQuestion,
  }),
  archive: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-questions/:id/archive',
    summary: 'Take a question out of the list, or put it back',
    access: 'admin',
    params: QuestionParams,
    body: z.object({ is_archived: z.boolean() }),
    response: OneQuestion,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/school/:schoolId/exam-questions/:id',
    summary: 'Delete a question with its versions',
    access: 'admin',
    params: QuestionParams,
    response: Done,
  }),
}
