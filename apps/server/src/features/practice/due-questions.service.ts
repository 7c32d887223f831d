import type { ExamQuestionKind } from '@escola/contract/exam-content'
import { ExamSettings } from '@escola/contract/exam-plan'
import { practiceLimits } from '@escola/contract/practice-due'
import { AppError } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { readExceptions } from '../exam-attempts/exceptions.service.ts'
import { findOpenLessonsOf, type OpeningTools } from '../learning/open-lessons.service.ts'
import { findSource, keyOf, type Publication } from './key-shown.ts'
import { listPublications, listWrong, type NumberedExam, type WrongRow } from './practice.queries.ts'

type Reading = Pick<School, 'id' | 'read' | 'tx'>

/** A question that a student may practise now. */
export interface Practised {
  questionId: string
  examId: string
  version: number
  dueOn: Date
}

/** Kinds that need no person to mark them. */
const practisedKinds: Record<ExamQuestionKind, boolean> = {
  one: true,
  several: true,
  truth: true,
  number: true,
  text: true,
  open: false,
  order: true,
  pairs: true,
}
export const isPractised = (kind: string) => kind in practisedKinds && practisedKinds[kind as ExamQuestionKind]

/** A question that was never practised is due at once, and so is one that an attempt has got wrong since. */
const dueOf = ({ utc_wrong_on: wrongOn, utc_answered_on: answeredOn, utc_due_on: dueOn }: WrongRow): Date =>
  answeredOn && dueOn && answeredOn >= wrongOn ? dueOn : wrongOn

/** Questions of a course that a student may practise, those that are due first. */
export async function listPractised(
  school: Reading,
  { userId, courseId }: { userId: string; courseId: string },
  tools: OpeningTools,
): Promise<Practised[]> {
  const wrong = (await listWrong(school.read, userId, courseId)).filter(({ kind }) => isPractised(kind))
  if (wrong.length === 0) return []
  const publications = await readPublications(school, userId, wrong)
  return permitted(
    wrong,
    { publications, openLessons: await findOpenLessonsOf(school, { userId, courseId }, tools) },
    tools,
  )
}

function permitted(
  wrong: WrongRow[],
  seen: { publications: Map<string, Publication>; openLessons: Set<string> },
  { now }: Clock,
): Practised[] {
  const at = { ...seen, now: now() }
  return wrong
    .flatMap((row) => {
      const examId = findSource(row, at)
      return examId ? [{ questionId: row.question_id, examId, version: row.version, dueOn: dueOf(row) }] : []
    })
    .sort((one, other) => Number(one.dueOn) - Number(other.dueOn) || Number(one.questionId) - Number(other.questionId))
}

async function readPublications(school: Reading, userId: string, wrong: WrongRow[]): Promise<Map<string, Publication>> {
  const wanted = new Map<string, NumberedExam>()
  for (const { sources, holders } of wrong) for (const exam of [...sources, ...holders]) wanted.set(keyOf(exam), exam)
  return school.tx(async (db) => {
    const rows = (await listPublications(db, userId, [...wanted.values()])).map((row) => ({
      ...row,
      settings: ExamSettings.parse(row.settings),
    }))
    const exceptions = await readExceptions(
      db,
      rows.map(({ exam_id: examId, settings }) => ({ examId, userId, settings })),
    )
    return new Map(
      rows.map((row, at) => [keyOf([row.exam_id, row.number]), { ...row, exception: exceptions[at] ?? null }]),
    )
  })
}

export const isDue = ({ dueOn }: Pick<Practised, 'dueOn'>, now: Date) => dueOn <= now

/** Most that are counted: one more than is shown stands for all beyond it. */
export const countDue = (list: Practised[], now: Date) =>
  Math.min(list.filter((each) => isDue(each, now)).length, practiceLimits.counted + 1)

/** Most courses for which a home asks. */
const courses = 6

/** Counts what a student has to review in each of these courses, which are in the order of their importance; a course with nothing is left out. */
export async function listDueCourses(
  school: Reading,
  { userId, courseIds }: { userId: string; courseIds: string[] },
  tools: OpeningTools,
): Promise<{ courseId: string; due: number }[]> {
  const now = tools.now()
  const due = (await listWrong(school.read, userId)).filter((row) => isPractised(row.kind) && dueOf(row) <= now)
  const asked = courseIds.filter((id) => due.some(({ course_id }) => course_id === id)).slice(0, courses)
  if (asked.length === 0) return []
  const publications = await readPublications(school, userId, due)
  const counted = await Promise.all(
    asked.map(async (courseId) => {
      const openLessons = await findOpenLessonsOf(school, { userId, courseId }, tools).catch(forgiveLost)
      const own = due.filter(({ course_id }) => course_id === courseId)
      return { courseId, due: countDue(permitted(own, { publications, openLessons }, tools), now) }
    }),
  )
  return counted.filter(({ due }) => due > 0)
}

/** A student who has lost the course meanwhile may open no lesson of it. */
function forgiveLost(error: unknown): Set<string> {
  if (error instanceof AppError) return new Set()
  throw error
}
