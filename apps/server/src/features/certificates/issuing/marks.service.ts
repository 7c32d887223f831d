import { showsScore } from '@escola/contract/exam-publication'
import { certificateMark, courseMark, type ExamMark, isPassing } from '@escola/contract/exam-results'
import type { SchoolDb } from '@escola/db'
import * as queries from './marks.queries.ts'

/** Certificate marks of these students, over those of the courses that each has finished; a student without exams has none. */
export async function listMarks(db: SchoolDb, courseIds: string[], userIds: string[]): Promise<Map<string, ExamMark>> {
  const exams = Map.groupBy(await queries.listCountedExams(db, courseIds, userIds), ({ user_id }) => user_id)
  return new Map(
    [...exams].flatMap(([userId, own]) => {
      const mark = markOfCourses(own)
      return mark ? [[userId, mark]] : []
    }),
  )
}

function markOfCourses(exams: queries.CountedExam[]): ExamMark | undefined {
  const byCourse = Map.groupBy(exams, ({ course_id }) => course_id)
  return certificateMark([...byCourse.values()].map((own) => courseMark(own.map(toCourseExam))))
}

const toCourseExam = ({ total, points, mark_total }: queries.CountedExam) => ({
  total,
  mark: points === null || mark_total === null ? undefined : { points, total: mark_total },
})

/** A student's certificate mark over the courses, and whether they may see it: only if each attempted exam shows them its score. */
export async function readOwnMark(
  db: SchoolDb,
  { userId, courseIds }: { userId: string; courseIds: string[] },
  now: Date,
): Promise<{ mark: ExamMark; isShown: boolean } | undefined> {
  const exams = await queries.listCountedExams(db, courseIds, [userId])
  const mark = markOfCourses(exams)
  if (!mark) return undefined
  const attempted = exams.filter(({ points }) => points !== null)
  const settings = Map.groupBy(
    await queries.listShownSettings(
      db,
      userId,
      attempted.map(({ exam_id }) => exam_id),
    ),
    ({ exam_id }) => exam_id,
  )
  const isShown = attempted.every(({ exam_id, utc_passed_on }) => {
    const student = { hasPassed: utc_passed_on !== null, now }
    return settings.get(exam_id)?.some((each) => showsScore(each.settings, student))
  })
  return { mark, isShown }
}

/** Whether a mark is enough for a template; without exams none is needed. */
export const reachesMark = (mark: ExamMark | undefined, { min_mark }: { min_mark: number | null }): boolean =>
  min_mark === null || mark === undefined || isPassing(mark, min_mark)

/** Counts the certificates whose printed mark includes one of these students' assessments. */
export const countPrintedMarks = (db: SchoolDb, places: { examId: string; userId: string }[]): Promise<number> =>
  queries.countPrintedMarks(db, places)
