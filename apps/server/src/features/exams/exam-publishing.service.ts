import { isDeepStrictEqual } from 'node:util'
import { ExamPlan, ExamSettings, PublishedPart } from '@escola/contract/exam-plan'
import { examPlanTexts } from '@escola/contract/exam-plan-texts'
import { type ExamProblem, listExamProblems } from '@escola/contract/exam-problems'
import { lessonTitle } from '@escola/contract/titles'
import type { SchoolDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import { freezeParts, holdQuestions } from './exam-freezing.ts'
import { findPublication, insertPublication, updatePublished } from './exam-publications.queries.ts'
import * as queries from './exams.queries.ts'

/**
 * Publishes the assessments of these lessons with their course: the versions of now, and what each draw finds now. One that would say the same again keeps its publication.
 * @throws exam_unready where one of them lacks what a publication needs
 */
export async function publishExams(
  db: SchoolDb,
  courseId: string,
  lessons: { id: string; title: string }[],
  now: Date,
): Promise<void> {
  const titles = new Map(lessons.map((lesson) => [lesson.id, lessonTitle(lesson)]))
  for (const row of await queries.listExams(db, courseId)) {
    const title = titles.get(row.lesson_id)
    if (title !== undefined) await publishExam(db, row, title, now)
  }
}

async function publishExam(db: SchoolDb, row: queries.ExamRow, title: string, now: Date): Promise<void> {
  const plan = ExamPlan.parse(row.plan)
  const found = await holdQuestions(db, plan)
  refuseProblems(listExamProblems(plan, found), { plan, title })
  const { settings } = plan
  const parts = freezeParts(plan.parts, found)
  const isSame = row.publication !== null && (await saysSame(db, row.id, row.publication, { settings, parts }))
  const number = (row.publication ?? 0) + (isSame ? 0 : 1)
  if (!isSame) await insertPublication(db, { exam_id: row.id, number, settings, parts, versions: found.versions }, now)
  if (!isSame || !isDeepStrictEqual(row.published_plan, row.plan)) await updatePublished(db, row.id, number, plan)
}

async function saysSame(
  db: SchoolDb,
  examId: string,
  number: number,
  next: { settings: ExamSettings; parts: PublishedPart[] },
): Promise<boolean> {
  const published = await findPublication(db, examId, number)
  const before = {
    settings: ExamSettings.parse(published.settings),
    parts: PublishedPart.array().parse(published.parts),
  }
  return isDeepStrictEqual(before, next)
}

/** Refuses a plan with a problem, and names the lesson and the part. */
export function refuseProblems([first]: ExamProblem[], { plan, title }: { plan: ExamPlan; title: string }): void {
  if (!first) return
  const place = plan.parts.findIndex(({ id }) => id === first.part) + 1
  const fault = place > 0 ? examPlanTexts.faultOf(place, first.message) : first.message
  throw new AppError('exam_unready', { fields: { exam: examPlanTexts.unready(title, fault) } })
}

/** Plans go back to what was published. */
export async function discardExamDrafts(db: SchoolDb, courseId: string, now: Date): Promise<void> {
  await queries.restorePublishedPlans(db, courseId, now)
}

/** Copies the plans of copied lessons, as drafts. */
export async function copyExams(db: SchoolDb, courseId: string, copies: Map<string, string>, now: Date): Promise<void> {
  if (copies.size > 0) await queries.copyPlans(db, courseId, copies, now)
}
