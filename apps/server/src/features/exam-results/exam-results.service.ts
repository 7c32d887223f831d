import { ExamSettings } from '@escola/contract/exam-plan'
import { examResultLimits, type ResultState, type ResultStudent } from '@escola/contract/exam-results.contract'
import { cleanText } from '@escola/contract/people'
import type { SchoolDb } from '@escola/db'
import { notFound } from '../../core/app-error.ts'
import { pageRangeOf } from '../../core/paging.ts'
import type { School, TeamSchool } from '../../core/scope.ts'
import { readExceptions } from '../exam-attempts/exceptions.service.ts'
import { lookUpSearch } from '../people/member-search.service.ts'
import * as queries from './exam-results.queries.ts'

/** A published assessment whose results are asked for. */
export interface AskedExam extends queries.ExamAsked {
  row: queries.PlaceRow
  settings: ExamSettings
}

/** Opens a published assessment of a course that the caller teaches; others are as if they weren't there. */
export async function openExam(
  db: SchoolDb,
  school: TeamSchool,
  by: { lessonId: string } | { examId: string },
): Promise<AskedExam> {
  const row = await queries.findPlace(db, by)
  if (!row || !school.may('courses', row.course_id)) throw notFound()
  const { exam_id: examId, course_id: courseId, is_private: isPrivate, settings } = row
  return { row, examId, courseId, isPrivate, settings: ExamSettings.parse(settings) }
}

export function toPlace(row: queries.PlaceRow) {
  const { lesson_id, lesson_link, lesson, degree_link, degree, settings } = row
  const { kind, pass_percent } = ExamSettings.parse(settings)
  return { lesson_id, lesson_link, lesson, degree_link, degree, kind, pass_percent }
}

export const getOverview = (school: TeamSchool, { lessonId }: { lessonId: string }) =>
  school.tx(async (db) => {
    const { row, examId } = await openExam(db, school, { lessonId })
    const bands = Array.from({ length: examResultLimits.bands }, () => 0)
    for (const { band, marks } of await queries.countBands(db, examId, bands.length)) bands[band] = marks
    return { overview: { ...toPlace(row), ...(await queries.sumMarks(db, examId)), bands } }
  })

interface StudentsAsked {
  lessonId: string
  page: number
  search: string
  state: '' | ResultState
}

export const listResultStudents = (school: TeamSchool, { lessonId, page, search, state }: StudentsAsked) =>
  school.tx(async (db) => {
    const exam = await openExam(db, school, { lessonId })
    const asked = {
      ...exam,
      state,
      search: await lookUpSearch(db, cleanText(search), { seesContacts: school.may('students') }),
    }
    const total = await queries.countStudents(db, asked)
    const rowsPerPage = examResultLimits.studentsPerPage
    const range = pageRangeOf({ page, rowsPerPage, total })
    const rows = range.limit > 0 ? await queries.listStudents(db, asked, range) : []
    return { students: { total, page, rowsPerPage, list: await toStudents(db, school, { exam, rows }) } }
  })

/** Students as a teacher reads them: without their e-mails, unless the caller has the right to them. */
export async function toStudents(
  db: SchoolDb,
  school: TeamSchool,
  { exam: { examId, settings }, rows }: { exam: AskedExam; rows: queries.StudentRow[] },
): Promise<ResultStudent[]> {
  const asked = rows.map(({ user_id: userId }) => ({ examId, userId, settings }))
  const exceptions = await readExceptions(db, asked)
  return rows.map((row, at) => {
    const { user_id, link, name } = row
    const email = school.may('students') ? row.email : ''
    return { user_id, link, name, email, ...toStanding(row), exception: exceptions[at]! }
  })
}

const toStanding = ({
  attempts,
  is_running,
  is_waiting,
  points,
  total,
  passed_on,
  attempt_id,
}: queries.StandingRow) => ({
  attempts,
  is_running,
  is_waiting,
  mark: points === null || total === null ? null : { points, total },
  has_passed: passed_on !== null,
  attempt_id,
})

/** Assessments of a student's page. */
export const listExamsOfStudent = (school: School, { link }: { link: string }) =>
  school.tx(async (db) => {
    const userId = await queries.findStudentId(db, link)
    if (!userId) throw notFound()
    const rows = await queries.listOfStudent(db, userId, examResultLimits.listed)
    const asked = rows.map(({ exam_id: examId, settings }) => ({
      examId,
      userId,
      settings: ExamSettings.parse(settings),
    }))
    const exceptions = await readExceptions(db, asked)
    return {
      exams: rows.map((row, at) => ({ ...toPlace(row), ...toStanding(row), exception: exceptions[at]! })),
    }
  })

/** Assessments of a class's page. */
export const listExamsOfCohort = (school: School, { id }: { id: string }) =>
  school.tx(async (db) => {
    if (!(await queries.findCohort(db, id))) throw notFound()
    const rows = await queries.listOfCohort(db, id, examResultLimits.listed)
    return {
      exams: rows.map((row) => {
        const { attempts, students, passed, mean_percent } = row
        return { ...toPlace(row), attempts, students, passed, mean_percent }
      }),
    }
  })
