import { z } from 'zod'
import { dayMs } from './durations.ts'
import { difficulties, examQuestionLimits } from './exam-content.ts'
import { examImportLimits } from './exam-import-items.ts'
import { ExamQuestionFilter, examQuestionListLimits, Tag } from './exam-questions.contract.ts'
import { defineRoute } from './route.ts'
import { RunProgress } from './runs.ts'
import { Id, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

/** Kinds of files. The rows of a table come as JSON: the browser opens sheets. */
export const examImportFormats = ['moodle', 'gift', 'table', 'text'] as const
export type ExamImportFormat = (typeof examImportFormats)[number]

/** fresh: it can be added; known: it seems to be in the bank already; broken: the file can't be read from here on. */
export const examImportVerdicts = ['fresh', 'known', 'refused', 'broken'] as const
export type ExamImportVerdict = (typeof examImportVerdicts)[number]

const count = z.number().int()

/** Undo of an import, or how far it is. */
export const ExamImportUndo = RunProgress.extend({
  done: count,
  removed: count,
  /** Questions that an assessment names or may ask. */
  used: count,
  /** Questions that were changed since. */
  edited: count,
  /** The job has used up its tries. */
  is_stopped: z.boolean(),
})
export type ExamImportUndo = z.infer<typeof ExamImportUndo>

export const ExamImport = z.object({
  id: Id,
  filename: z.string(),
  format: z.enum(examImportFormats),
  status: z.enum(['checking', 'checked', 'writing', 'done', 'cancelled', 'failed']),
  failure: z.string().nullable(),
  /** Items that the present reading has done. */
  processed: count,
  fresh: count,
  known: count,
  refused: count,
  /** Items that lose something. */
  noted: count,
  /** Questions that it has added. */
  written: count,
  utc_created_on: Utc,
  utc_finished_on: Utc.nullable(),
  undo: ExamImportUndo.nullable(),
})
export type ExamImport = z.infer<typeof ExamImport>

/** Work of the server goes on. */
export const isExamImportUnderWay = ({ status, undo }: Pick<ExamImport, 'status' | 'undo'>) =>
  status === 'checking' || status === 'writing' || undo?.utc_ended_on === null

export const examImportUndoDays = 7
/** Says whether the questions of an import can be removed again at this moment. */
export const isExamImportUndoable = (
  { written, utc_finished_on, undo }: Pick<ExamImport, 'written' | 'utc_finished_on' | 'undo'>,
  now: Date,
) =>
  written > 0 &&
  utc_finished_on !== null &&
  (undo === null || undo.is_stopped) &&
  now.getTime() - Date.parse(utc_finished_on) < examImportUndoDays * dayMs

export const ExamImportVerdictRow = z.object({
  number: count,
  line: count,
  title: z.string(),
  verdict: z.enum(examImportVerdicts),
  problems: z.array(z.object({ field: z.string(), reason: z.string() })),
  notes: z.array(z.string()),
})
export type ExamImportVerdictRow = z.infer<typeof ExamImportVerdictRow>

/** How the questions of a file are filed. */
export const ExamImportFiling = z.object({
  /** Null for the whole school. */
  degree_id: Id.nullable(),
  /** Tags that come before those of the file. */
  tags: z.array(Tag).max(examQuestionLimits.tagsMax),
  /** Null: each question has that of the file. */
  difficulty: z.enum(difficulties).nullable(),
  /** Questions that seem to be in the bank already are added again. */
  takes_known: z.boolean(),
})
export type ExamImportFiling = z.infer<typeof ExamImportFiling>

export const examImportListLimits = { perPage: 50, imports: 20 } as const

const ImportParams = SchoolParams.extend({ id: Id })
const OneImport = z.object({
  exam_import: ExamImport,
  /** Questions that may still be added to the bank. */
  free: count,
})

export const examImports = {
  start: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-imports',
    summary: 'Send a file of exam questions, which is checked; nothing is added to the bank yet',
    access: 'admin',
    may: 'courses',
    rateLimit: 'upload',
    status: 202,
    params: SchoolParams,
    query: z.object({ filename: z.string().min(1).max(200), format: z.enum(examImportFormats) }),
    multipart: { fields: z.object({}), maxBytes: examImportLimits.bytes },
    response: OneImport,
  }),
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-imports',
    summary: 'The last imports of exam questions, newest first',
    access: 'admin',
    may: 'courses',
    params: SchoolParams,
    response: z.object({ exam_imports: z.array(ExamImport) }),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-imports/:id',
    summary: 'An import of exam questions, as it stands',
    access: 'admin',
    may: 'courses',
    params: ImportParams,
    response: OneImport,
  }),
  items: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-imports/:id/items',
    summary: 'Verdicts on the items of a file, a page at a time, in their order',
    access: 'admin',
    may: 'courses',
    params: ImportParams,
    query: PageQuery.extend({
      /** '' for all; left_out: those that are not added; noted: those that lose something. */
      show: z.enum(['', 'fresh', 'known', 'left_out', 'noted']).default(''),
    }),
    response: z.object({ items: pageOf(ExamImportVerdictRow) }),
  }),
  itemsFile: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-imports/:id/items.csv',
    summary: 'The verdicts on all items of a file, as CSV',
    access: 'admin',
    isLogged: true,
    may: 'courses',
    params: ImportParams,
    response: 'stream',
  }),
  confirm: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-imports/:id/confirm',
    summary: 'Add the questions of a checked file to the bank; again changes nothing',
    access: 'admin',
    may: 'courses',
    status: 202,
    params: ImportParams,
    body: ExamImportFiling,
    response: OneImport,
  }),
  cancel: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-imports/:id/cancel',
    summary: 'Stop an import; questions that it has added stay',
    access: 'admin',
    may: 'courses',
    params: ImportParams,
    response: OneImport,
  }),
  undoForecast: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-imports/:id/undo',
    summary: 'What undoing an import would do; nothing is done',
    access: 'admin',
    may: 'courses',
    params: ImportParams,
    response: z.object({ removing: count, used: count, edited: count }),
  }),
  undo: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-imports/:id/undo',
    summary:
      'Remove the questions that an import added and that were neither used nor changed, within seven days of its end; again changes nothing',
    access: 'admin',
    may: 'courses',
    status: 202,
    params: ImportParams,
    response: OneImport,
  }),
  modelFile: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-imports/model.csv',
    summary: 'A table with the columns that an import reads, and an example of each kind of question',
    access: 'admin',
    may: 'courses',
    params: SchoolParams,
    response: 'stream',
  }),
  exportFile: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-imports/export',
    summary: 'Exam questions of a search as a GIFT or CSV file, newest first',
    access: 'admin',
    isLogged: true,
    may: 'courses',
    byCourse: true,
    params: SchoolParams,
    query: z.object({
      format: z.enum(['gift', 'csv']),
      search: z.string().max(examQuestionListLimits.searchMax).default(''),
      ...ExamQuestionFilter.shape,
    }),
    response: 'stream',
  }),
}
