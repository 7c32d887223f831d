import { z } from 'zod'
import {
  annulments,
  type Difficulty,
  difficulties,
  ExamKey,
  type ExamQuestionKind,
  examQuestionKinds,
  examQuestionLimits,
} from './exam-content.ts'
import { lineOf, questionTextOf, WrittenKey } from './exam-question-rules.ts'
import { examQuestionTexts } from './exam-question-texts.ts'
import { limits } from './limits.ts'
import { isEmptyQuestionText } from './question-text.ts'
import { defineRoute } from './route.ts'
import { storable } from './text.ts'
import { Done, Id, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

export const examQuestionListLimits = { perPage: 50, searchMax: 100, summaryMax: 200, tagsListed: 500 } as const

export const kindLabels: Record<ExamQuestionKind, string> = {
  one: 'Uma certa',
  several: 'Várias certas',
  truth: 'Verdadeiro ou falso',
  number: 'Número',
  text: 'Resposta curta',
  order: 'Ordenar',
  pairs: 'Associar',
  open: 'Resposta aberta',
}
export const difficultyLabels: Record<Difficulty, string> = { easy: 'Fácil', medium: 'Média', hard: 'Difícil' }

export const Tag = lineOf(examQuestionLimits.tagMax).transform((tag) => tag.toLowerCase())

export const NewExamQuestion = z.object({
  statement: questionTextOf(examQuestionLimits.textMax).refine(
    (html) => !isEmptyQuestionText(html),
    examQuestionTexts.statementMissing,
  ),
  explanation: questionTextOf(examQuestionLimits.textMax),
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

/** Content of one version of a question; it never changes. */
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
  /** The latest correction that isn't undone: of its key, or an annulment of its current version. */
  correction: z.object({ annulled: z.enum(annulments).nullable(), utc_corrected_on: Utc }).nullable(),
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
  tag: z.string().max(examQuestionLimits.tagMax).overwrite(storable).default(''),
  kind: z.enum(['', ...examQuestionKinds]).default(''),
  difficulty: z.enum(['', ...difficulties]).default(''),
  /** Id of a course, or 'school' for questions of no course. */
  degree: z.union([z.enum(['', 'school']), Id]).default(''),
  /** Id of the lesson whose assessment asks it, or 'none' for questions of no assessment. */
  used: z.union([z.enum(['', 'none']), Id]).default(''),
  /** Archived questions stand in a list of their own. */
  state: z.enum(['', 'archived']).default(''),
})
export type ExamQuestionFilter = z.infer<typeof ExamQuestionFilter>
export const noExamQuestionFilter: ExamQuestionFilter = {
  tag: '',
  kind: '',
  difficulty: '',
  degree: '',
  used: '',
  state: '',
}

const QuestionParams = SchoolParams.extend({ id: Id })
const OneQuestion = z.object({ exam_question: ExamQuestion })

export const examQuestions = {
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-questions',
    summary: 'Exam questions, a page at a time, newest first',
    access: 'admin',
    may: 'courses',
    byCourse: true,
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
    may: 'courses',
    byCourse: true,
    params: SchoolParams,
    response: z.object({ tags: z.array(z.string()) }),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-questions/:id',
    summary: 'An exam question with its key',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: QuestionParams,
    response: OneQuestion,
  }),
  create: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-questions',
    summary: 'Make an exam question',
    access: 'admin',
    may: 'courses',
    byCourse: true,
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
    may: 'courses',
    byCourse: true,
    params: QuestionParams,
    body: NewExamQuestion.extend({ version: z.number().int().optional() }),
    response: OneQuestion,
  }),
  copy: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-questions/:id/copy',
    summary: 'Make another question with the same content',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    status: 201,
    params: QuestionParams,
    response: OneQuestion,
  }),
  uploadPicture: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-questions/picture',
    summary: 'Send a picture for the texts of exam questions, which name it by its key',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    rateLimit: 'upload',
    params: SchoolParams,
    multipart: { fields: z.object({}), maxBytes: limits.imageBytes },
    response: z.object({
      picture: z.object({ key: z.string(), width: z.number().int(), height: z.number().int() }),
    }),
  }),
  archive: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-questions/:id/archive',
    summary: 'Take a question out of the list, or put it back',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: QuestionParams,
    body: z.object({ is_archived: z.boolean() }),
    response: OneQuestion,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/school/:schoolId/exam-questions/:id',
    summary: 'Delete a question with its versions',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: QuestionParams,
    response: Done,
  }),
}
