import { type ErrorCode, errors } from '@escola/contract/errors'
import { examQuestionLimits, mapKeyTexts } from '@escola/contract/exam-content'
import type { ExamImportItem, ImportedPicture } from '@escola/contract/exam-import-items'
import { importFields, importReasons } from '@escola/contract/exam-import-texts'
import type { ExamImportFiling } from '@escola/contract/exam-imports.contract'
import { AppError } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { Clock, Tools } from '../../core/tools.ts'
import { addQuestions } from '../exam-questions/exam-questions.service.ts'
import { type IncomingQuestion, readIncoming } from '../exam-questions/incoming-questions.service.ts'
import { storePicture } from '../files/pictures.service.ts'
import { advanceImport, holdCourse, lockImportAt, type Reading } from './exam-import-batch.queries.ts'
import type { Numbered } from './exam-import-checking.service.ts'
import { insertImported, listTaken, refuseItem } from './exam-import-items.queries.ts'
import { endImport } from './exam-imports.queries.ts'

type Question = Extract<ExamImportItem, { verdict: 'question' }>
type Made = { number: number } & ({ question: IncomingQuestion } | { problem: { field: string; reason: string } })
export type WritingTools = Pick<Tools, 'files' | 'config'> & Clock

/**
 * Adds the questions among some items to the bank. Their pictures are stored before; those of a batch that is not committed are removed as unused.
 * @returns whether the import was where the items begin
 */
export async function writeBatch(
  school: School,
  reading: Reading,
  from: number,
  batch: Numbered[],
  tools: WritingTools,
): Promise<boolean> {
  const filing = reading.filing!
  const until = batch.at(-1)!.number
  const taken = await school.tx((db) =>
    listTaken(db, reading.id, { after: from, until, takesKnown: filing.takes_known }),
  )
  const made: Made[] = []
  for (const { number, item } of batch)
    if (item.verdict === 'question' && taken.has(number))
      made.push({ number, ...(await makeQuestion(school, item, filing, tools)) })
  return school.tx(async (db) => {
    const isThere = filing.degree_id !== null && (await holdCourse(db, filing.degree_id))
    if (!(await lockImportAt(db, reading, from))) return false
    const degree_id = isThere ? filing.degree_id : null
    const good = made.flatMap((each) => ('question' in each ? [each] : []))
    const bad = made.flatMap((each) => ('problem' in each ? [each] : []))
    const ids = await addQuestions(
      db,
      school,
      good.map(({ question }) => ({ ...question, degree_id })),
      tools.now(),
    )
    const added = ids.map((question_id, at) => ({ number: good[at]!.number, question_id }))
    if (added.length > 0) await insertImported(db, reading.id, added)
    for (const { number, problem } of bad) await refuseItem(db, reading.id, number, [problem])
    await advanceImport(db, reading.id, { processed: batch.length, written: added.length, refused: bad.length })
    if (ids.length < good.length)
      await endImport(db, reading.id, { status: 'failed', failure: errors.exam_questions_full.pt, on: tools.now() })
    return true
  })
}

/** Refusals that concern one picture. All others end the import, such as that of a school without room for files. */
const ofPicture: ErrorCode[] = ['invalid_image', 'image_too_many_pixels', 'invalid_request']

async function makeQuestion(school: School, item: Question, filing: ExamImportFiling, tools: WritingTools) {
  const filed = fileQuestion(item.question, filing)
  const stored = new Map<string, Stored>()
  for (const picture of item.pictures) {
    const kept = await keepPicture(school, picture, tools)
    if (!kept) {
      const reason = importReasons.pictureKind(picture.name.slice(0, 100).toWellFormed())
      return { problem: { field: importFields.pictures, reason } }
    }
    stored.set(picture.key, kept)
  }
  const read = readIncoming(showPictures(filed, stored))
  return 'question' in read ? read : { problem: { field: importFields.statement, reason: read.reason } }
}

const fileQuestion = (question: IncomingQuestion, { tags, difficulty }: ExamImportFiling): IncomingQuestion => ({
  ...question,
  tags: [...new Set([...tags, ...question.tags])].filter((tag) => tag !== '').slice(0, examQuestionLimits.tagsMax),
  difficulty: difficulty ?? question.difficulty,
})

interface Stored {
  key: string
  width: number
  height: number
}

async function keepPicture(
  school: School,
  { name, bytes }: ImportedPicture,
  tools: WritingTools,
): Promise<Stored | undefined> {
  const picture = {
    bytes: Buffer.from(bytes),
    filename: name.slice(0, 200).toWellFormed(),
    purpose: 'question_picture',
    format: 'whole',
  } as const
  try {
    return await storePicture(school, picture, async (_db, key, size) => ({ key, ...size }), tools)
  } catch (error) {
    if (error instanceof AppError && ofPicture.includes(error.code)) return undefined
    throw error
  }
}

const shownPicture = /<img data-picture="([0-9a-f-]{36})" alt="([^"]*)"[^<>]*\/>/g

/** Names the stored pictures instead of those of the file. */
function showPictures(question: IncomingQuestion, stored: Map<string, Stored>): IncomingQuestion {
  const show = (html: string) =>
    html.replace(shownPicture, (whole, name: string, alt: string) => {
      const picture = stored.get(name)
      if (!picture) return whole
      const { key, width, height } = picture
      return `<img data-picture="${key}" alt="${alt}" width="${width}" height="${height}" />`
    })
  return {
    ...question,
    statement: show(question.statement),
    explanation: show(question.explanation),
    key: mapKeyTexts(question.key, show),
  }
}
