import { isDeepStrictEqual } from 'node:util'
import { examQuestionLimits } from '@escola/contract/exam-content'
import { examQuestionTexts } from '@escola/contract/exam-question-texts'
import { ExamContent } from '@escola/contract/exam-questions.contract'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import { type Attended, requireRight, type School, type TeamSchool } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { makeOnce } from '../../make-once/make-once.ts'
import { mayUse, refuseUsedQuestion } from '../exams/exam-uses.service.ts'
import { requirePictures } from './exam-question-pictures.service.ts'
import {
  cleanQuestion,
  contentOf,
  currentOf,
  filingOf,
  picturesOf,
  toWire,
  type Written,
} from './exam-question-values.ts'
import * as queries from './exam-questions.queries.ts'

export const getExamQuestion = (school: TeamSchool, { id }: { id: string }) =>
  school.tx((db) => readQuestion(db, school, id))

/** Reads a question of the whole school or of a course that the caller teaches; others are as if they weren't there. */
export async function readQuestion(db: SchoolDb, school: TeamSchool, id: string) {
  const row = await queries.findExamQuestion(db, id)
  if (!row || !mayUse(school, row.course_id)) throw notFound()
  return { exam_question: toWire(row) }
}

export function createExamQuestion(school: Attended, written: Written, tools: Clock) {
  const question = cleanQuestion(written)
  return school.tx(async (db) => {
    requireFiling(school, question)
    const make = () => insertQuestion(db, school, filingOf(question), contentOf(question), tools.now())
    const { id } = await makeOnce(db, school, { kind: 'exam-question', make }, tools)
    return readQuestion(db, school, id)
  })
}

/** The copy is in the list, whether or not its original is archived. */
export const copyExamQuestion = (school: Attended, { id }: { id: string }, tools: Clock) =>
  school.tx(async (db) => {
    await requireChangeable(db, school, id)
    const row = (await queries.findExamQuestion(db, id))!
    const make = () => insertQuestion(db, school, row, ExamContent.parse(row.content), tools.now())
    const made = await makeOnce(db, school, { kind: 'exam-question-copy', make }, tools)
    return readQuestion(db, school, made.id)
  })

async function insertQuestion(db: SchoolDb, school: School, filing: queries.Filing, content: ExamContent, now: Date) {
  if ((await lockFree(db)) === 0) throw new AppError('exam_questions_full')
  return addQuestion(db, school, filing, content, now)
}

/** Keeps the number of the school's questions from changing until the transaction ends. @returns how many may still be added */
async function lockFree(db: SchoolDb): Promise<number> {
  await queries.lockBank(db)
  return countFree(db)
}

export const countFree = async (db: SchoolDb): Promise<number> =>
  Math.max(0, examQuestionLimits.perSchool - (await queries.countAllExamQuestions(db)))

async function addQuestion(
  db: SchoolDb,
  school: School,
  { difficulty, tags, course_id }: queries.Filing,
  content: ExamContent,
  now: Date,
) {
  const made = await queries.insertExamQuestion(db, { difficulty, tags, course_id, ...currentOf(content) }, now)
  await addVersion(db, school, { question_id: made.id, number: 1, content }, now)
  return made
}

/** Adds sanitised questions, up to the bank's limit. @returns their ids, in the order given */
export async function addQuestions(db: SchoolDb, school: School, questions: Written[], now: Date): Promise<string[]> {
  const ids: string[] = []
  for (const question of questions.slice(0, await lockFree(db)))
    ids.push((await addQuestion(db, school, filingOf(question), contentOf(question), now)).id)
  return ids
}

async function addVersion(
  db: SchoolDb,
  school: School,
  version: { question_id: string; number: number; content: ExamContent },
  now: Date,
) {
  const pictures = picturesOf(version.content)
  await requirePictures(db, school.id, pictures)
  await queries.insertVersion(db, { ...version, pictures }, now)
}

/** Other content is a new version; versions stay as they are, because attempts and published exams refer to them. */
export function saveExamQuestion(
  school: TeamSchool,
  { id, version, ...written }: Written & { id: string; version?: number | undefined },
  { now }: Clock,
) {
  const question = cleanQuestion(written)
  const content = contentOf(question)
  return school.tx(async (db) => {
    const locked = await requireChangeable(db, school, id)
    requireFiling(school, question)
    if (version !== undefined && version !== locked.version) throw new AppError('stale_version')
    const current = (await readQuestion(db, school, id)).exam_question
    const isSame = isDeepStrictEqual(ExamContent.parse(current), content)
    const number = locked.version + (isSame ? 0 : 1)
    if (!isSame) await addVersion(db, school, { question_id: id, number, content }, now())
    await queries.updateExamQuestion(db, id, { ...filingOf(question), ...currentOf(content), version: number }, now())
    return readQuestion(db, school, id)
  })
}

/** Locks and reads a question, so that one change at a time makes its next version. */
export async function lockQuestion(db: SchoolDb, school: TeamSchool, id: string) {
  await requireChangeable(db, school, id)
  return (await readQuestion(db, school, id)).exam_question
}

/**
 * Locks a question for a caller who may change it.
 * @throws permission_needed where it is the whole school's, and the caller teaches chosen courses
 */
async function requireChangeable(db: SchoolDb, school: TeamSchool, id: string) {
  const locked = await queries.lockExamQuestion(db, id)
  if (!locked || !mayUse(school, locked.course_id)) throw notFound()
  requireRight(school, 'courses', locked.course_id ?? undefined)
  return locked
}

/** Refuses a teacher of chosen courses a question that they could not change afterwards. */
function requireFiling(school: TeamSchool, { degree_id }: Pick<Written, 'degree_id'>): void {
  if (!school.may('courses', degree_id ?? undefined)) throw invalidField('degree_id', examQuestionTexts.ownCourse)
}

/**
 * Writes a version with another key; the rest of the question, and where it is filed, stays. The caller has locked it.
 * @returns the number of the version
 */
export async function replaceKey(db: SchoolDb, school: School, id: string, key: ExamContent['key'], now: Date) {
  const row = (await queries.findExamQuestion(db, id))!
  const content = { ...ExamContent.parse(row.content), key }
  const { difficulty, tags, course_id, version } = row
  const number = version + 1
  await addVersion(db, school, { question_id: id, number, content }, now)
  const values = { difficulty, tags, course_id, ...currentOf(content), version: number }
  await queries.updateExamQuestion(db, id, values, now)
  return number
}

export const archiveExamQuestion = (school: TeamSchool, { id, is_archived }: { id: string; is_archived: boolean }) =>
  school.tx(async (db) => {
    await requireChangeable(db, school, id)
    await queries.updateArchived(db, id, is_archived)
    return readQuestion(db, school, id)
  })

export const removeExamQuestion = (school: TeamSchool, { id }: { id: string }) =>
  school.tx(async (db) => {
    await requireChangeable(db, school, id)
    await refuseUsedQuestion(db, school, id)
    if (!(await queries.deleteExamQuestion(db, id))) throw notFound()
    return done
  })

/** Deletes questions that the caller has locked and found unused. */
export const removeUnused = async (db: SchoolDb, ids: string[]): Promise<void> => {
  await queries.deleteExamQuestions(db, ids)
}

/** Gives the questions of a course to the whole school, before the course is deleted. */
export const freeQuestionsOf = async (db: SchoolDb, courseId: string): Promise<void> => {
  await queries.freeQuestionsOf(db, courseId)
}
