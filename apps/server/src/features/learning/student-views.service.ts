import { StudentContent } from '@escola/contract/learning.contract'
import type { ResponseInput } from '@escola/contract/route'
import { type studentViews, ViewedStudent } from '@escola/contract/student-views.contract'
import { endOfDay, termMessages } from '@escola/contract/terms'
import { dayOf } from '@escola/contract/time'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import type { Attended } from '../../core/scope.ts'
import { passesNone } from '../../core/studying.ts'
import type { Clock } from '../../core/tools.ts'
import { joinFields, nameField } from '../../http/json-parts.ts'
import { Written, writerOf } from '../../http/writer.ts'
import { toCategories } from './home.service.ts'
import { listCards } from './learning.queries.ts'
import { lessonStates, openLesson, writeDegree } from './student-degree.ts'
import { findViewed, listCohortsAt } from './student-views.queries.ts'
import { openStudyLeft, type StudyTools } from './study.ts'

interface Asked {
  link: string
  /** Day that is looked at; '' is now. */
  at: string
}
type ViewTools = Clock & StudyTools

const writeStudent = writerOf(ViewedStudent)
const writeContent = writerOf(StudentContent)

/** The student, the moment, and the classes that the student will still be in then, as far as ends are known. */
async function openView(school: Attended, { link, at }: Asked, { now }: Clock) {
  if (school.isPlatformView) throw new AppError('view_of_school')
  const moment = momentOf(at, now())
  return school.tx(async (db) => {
    const student = await findViewed(db, link)
    if (!student) throw notFound()
    return { ...student, moment, cohortIds: await listCohortsAt(db, student.userId, moment) }
  })
}

/** A future day is looked at as it ends, so that everything that opens on it is open. */
function momentOf(day: string, now: Date): Date {
  const today = dayOf(now)
  if (day === '' || day === today) return now
  if (day < today) throw invalidField('at', termMessages.pastDay)
  return new Date(endOfDay(day).getTime() - 1)
}

const toViewed = ({ link, name }: ViewedStudent): ViewedStudent => ({ link, name })

export async function viewCourses(school: Attended, asked: Asked, tools: ViewTools) {
  const view = await openView(school, asked, tools)
  const person = { userId: view.userId, passed: passesNone, cohortIds: view.cohortIds }
  const cards = await school.tx((db) => listCards(db, person, true))
  return { student: toViewed(view), categories: toCategories(school.id, cards) }
}

/** The certificate is left out: its code leads to what only its student is shown. */
async function viewStudy(
  school: Attended,
  { degreeLink, lessonLink, ...asked }: Asked & { degreeLink: string; lessonLink?: string },
  tools: ViewTools,
) {
  const view = await openView(school, asked, tools)
  const lesson = lessonLink === undefined ? undefined : { link: lessonLink }
  const study = {
    ...(await openStudyLeft(school, view, { course: { link: degreeLink }, lesson }, tools)),
    certificate: null,
  }
  return {
    study,
    modules: lessonStates(study, view.moment),
    student: nameField('student', writeStudent(toViewed(view))),
  }
}

export async function viewCourse(school: Attended, asked: Asked & { degreeLink: string }, tools: ViewTools) {
  const { study, modules, student } = await viewStudy(school, asked, tools)
  const json = joinFields(student, nameField('degree', writeDegree(study, modules)))
  return new Written<ResponseInput<typeof studentViews.course>>(json)
}

export async function viewLesson(
  school: Attended,
  asked: Asked & { degreeLink: string; lessonLink: string },
  tools: ViewTools,
) {
  const { study, modules, student } = await viewStudy(school, asked, tools)
  const { isComplete } = openLesson(modules, ({ link }) => link === asked.lessonLink)
  const content = writeContent({ ...study.lesson!, isComplete })
  const json = joinFields(student, nameField('degree', writeDegree(study, modules)), nameField('content', content))
  return new Written<ResponseInput<typeof studentViews.lesson>>(json)
}
