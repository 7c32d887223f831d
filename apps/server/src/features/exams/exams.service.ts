import { difficulties, examQuestionKinds } from '@escola/contract/exam-content'
import { ExamPlan, PublishedPart } from '@escola/contract/exam-plan'
import { listExamProblems } from '@escola/contract/exam-problems'
import type { Exam, exams } from '@escola/contract/exams.contract'
import type { ResponseInput } from '@escola/contract/route'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../core/app-error.ts'
import { coursesWith, requirePublisher, type TeamSchool } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { countPublishing, lockCourse, refuseEditionOf } from '../courses/course-state.service.ts'
import { spreadEditions } from '../editions/spreading.service.ts'
import { compareWith, type Found, findQuestions } from './exam-freezing.ts'
import type { NamedQuestion } from './exam-pools.queries.ts'
import { findPublication } from './exam-publications.queries.ts'
import { findTaughtLesson } from './exam-uses.service.ts'
import * as queries from './exams.queries.ts'
import { requireOwnQuestions } from './own-questions.ts'

type Answer = ResponseInput<typeof exams.get>

/** Lists the assessments of the school, to choose one from. */
export const listExams = (school: TeamSchool) =>
  school.tx(async (db) => ({
    exams: (await queries.listTitled(db, coursesWith(school, 'courses'))).map(({ lesson_id, course_id, title }) => ({
      lesson_id,
      degree_id: course_id,
      title,
    })),
  }))

export const getExam = (school: TeamSchool, { lessonId }: { lessonId: string }) =>
  school.tx(async (db) => {
    await findOwnLesson(db, school, lessonId)
    return readExam(db, lessonId)
  })

/** The plan is a draft, published or not: students see the last publication, and the course publishes the next. */
export const saveExam = (
  school: TeamSchool,
  { lessonId, version, plan }: { lessonId: string; version: number | null; plan: ExamPlan },
  { now }: Clock,
) =>
  school.tx(async (db) => {
    const courseId = await lockCourseOf(db, school, lessonId)
    const before = await queries.findExam(db, lessonId)
    if (!before && version !== null) throw notFound()
    if (before && before.version !== version)
      throw new AppError('stale_version', { current: await readExam(db, lessonId) })
    await requireOwnQuestions(db, school, { plan, before: before && ExamPlan.parse(before.plan) })
    if (before) await queries.updatePlan(db, before.id, plan, now())
    else await queries.insertExam(db, { course_id: courseId, lesson_id: lessonId, plan }, now())
    return readExam(db, lessonId)
  })

export const removeExam = (school: TeamSchool, { lessonId }: { lessonId: string }) =>
  school.tx(async (db) => {
    const courseId = await lockCourseOf(db, school, lessonId)
    const deleted = await queries.deleteExam(db, lessonId)
    if (!deleted) throw notFound()
    if (deleted.publication !== null) {
      requirePublisher(school)
      await publishRemoval(db, courseId)
    }
    return done
  })

/** The affiliates follow, as students do at once. */
async function publishRemoval(db: SchoolDb, courseId: string): Promise<void> {
  await countPublishing(db, courseId)
  await spreadEditions(db)
}

/**
 * A lesson of a course that the caller writes. The plan of an edition is its franchisor's.
 * @throws AppError edition_read_only
 */
export async function findOwnLesson(db: SchoolDb, school: TeamSchool, lessonId: string) {
  const lesson = await findTaughtLesson(db, school, lessonId)
  await refuseEditionOf(db, lesson.course_id)
  return lesson
}

/** Locks the course of a lesson, as each writer of a course does; an edition is refused. */
async function lockCourseOf(db: SchoolDb, school: TeamSchool, lessonId: string): Promise<string> {
  const lesson = await findTaughtLesson(db, school, lessonId)
  await lockCourse(db, school, { id: lesson.course_id })
  return lesson.course_id
}

async function readExam(db: SchoolDb, lessonId: string): Promise<Answer> {
  const row = await queries.findExam(db, lessonId)
  if (!row) return { exam: null }
  const plan = ExamPlan.parse(row.plan)
  const found = await findQuestions(db, plan)
  return { exam: { ...(await readPublished(db, row, plan, found)), ...toWire(row, plan, found) } }
}

async function readPublished(
  db: SchoolDb,
  row: queries.ExamRow,
  plan: ExamPlan,
  found: Found,
): Promise<Pick<Exam, 'utc_published_on' | 'changes'>> {
  if (row.publication === null)
    return { utc_published_on: null, changes: { plan: true, changed: 0, added: 0, removed: 0 } }
  const { parts, utc_published_on } = await findPublication(db, row.id, row.publication)
  const published = { plan: ExamPlan.parse(row.published_plan), parts: PublishedPart.array().parse(parts) }
  return { utc_published_on: utc_published_on.toISOString(), changes: compareWith(published, plan, found) }
}

const toWire = ({ lesson_id, version }: queries.ExamRow, plan: ExamPlan, found: Found) => ({
  lesson_id,
  version,
  plan,
  questions: found.named.map(toWireNamed),
  draws: [...found.pools].map(([part, pool]) => ({
    part,
    found: pool.length,
    has_open: pool.some(({ kind }) => kind === 'open'),
  })),
  problems: listExamProblems(plan, found),
})

const toWireNamed = ({ id, summary, kind, difficulty, is_archived }: NamedQuestion) => ({
  id,
  summary,
  kind: examQuestionKinds.find((each) => each === kind)!,
  difficulty: difficulties.find((each) => each === difficulty)!,
  is_archived,
})
