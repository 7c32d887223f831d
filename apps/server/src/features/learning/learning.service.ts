import { type learning, StudentContent } from '@escola/contract/learning.contract'
import { uploadAddress } from '@escola/contract/media'
import type { ResponseInput } from '@escola/contract/route'
import { writeLast } from '@escola/db'
import { AppError, notFound } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
import { passesCourse } from '../../core/studying.ts'
import type { Clock, Tools } from '../../core/tools.ts'
import { makeSignedFileUrl } from '../../files/signed-links.ts'
import { joinFields, nameField } from '../../http/json-parts.ts'
import { Written, writerOf } from '../../http/writer.ts'
import { listPdfs } from '../certificates/proof/pdfs.service.ts'
import { findLessonFile } from '../files/files.service.ts'
import { noteOpened, startProgress } from './completions.queries.ts'
import { findCourseOfLesson, type StudyLesson } from './learning.queries.ts'
import type { Outlines } from './outlines.service.ts'
import { type LessonState, lessonStates, openedOnce, openLesson, writeDegree } from './student-degree.ts'
import { openStudy, openStudyOf, type Study, type StudyTools } from './study.ts'

export interface LearningTools extends Tools, StudyTools {}

export async function getCourse(school: Attended, degreeLink: string, tools: LearningTools) {
  const study = await openStudy(school, { course: { link: degreeLink } }, tools)
  const degree = writeDegree(study, lessonStates(study, tools.now()), await findPdf(school, study, tools))
  return new Written<ResponseInput<typeof learning.course>>(joinFields(nameField('degree', degree)))
}

/** Link to the PDF of the certificate that the student has of the course; '' for none. */
async function findPdf(school: Attended, { certificate }: Study, tools: LearningTools): Promise<string> {
  if (certificate?.status !== 'ready') return ''
  const pdfs = await listPdfs(school, school.actor, tools)
  return pdfs.find(({ id }) => id === certificate.id)?.pdf ?? ''
}

const writeContent = writerOf(StudentContent)

/**
 * One lesson with its course. A lesson that is still locked by dripping is refused with 'degree_lesson_locked', not 'degree_forbidden':
 * the person belongs in the course, so the screen takes them back to it, where the lesson's countdown is. A student's first lesson begins the
 * course: certificates count their days of study from then.
 */
export async function getLesson(
  school: Attended,
  {
    degreeLink,
    lessonLink,
    isAhead,
  }: { degreeLink: string; lessonLink: string | undefined; isAhead?: boolean | undefined },
  tools: LearningTools,
) {
  const lessonKey = lessonLink === undefined ? undefined : { link: lessonLink }
  const study = await openStudy(school, { course: { link: degreeLink }, lesson: lessonKey }, tools)
  const modules = lessonStates(study, tools.now())
  const opened = lessonKey && openLesson(modules, ({ link }) => link === lessonLink)
  if (opened && !study.passes && !isAhead) await recordOpening(school, study, opened, tools)
  const { isComplete } = opened ?? {}
  const content = isComplete === undefined ? 'null' : writeContent({ ...study.lesson!, isComplete })
  const degree = writeDegree(study, modules, await findPdf(school, study, tools))
  const json = joinFields(nameField('degree', degree), nameField('content', content))
  return new Written<ResponseInput<typeof learning.lesson>>(json)
}

/** Records the first visit to a course and, where its lessons are in order, each opened lesson, which then stays open. */
async function recordOpening(
  school: Attended,
  study: Study,
  { lesson, isComplete }: LessonState,
  { now }: LearningTools,
) {
  const claim = { userId: school.actor.userId, courseId: study.course_id, lessonId: lesson.id }
  const isNew = study.outline.in_order && !isComplete && !openedOnce(study).has(lesson.id)
  if (study.taken_back !== null) return isNew ? school.write([noteOpened(claim)]) : undefined
  return school.tx(async (db) => {
    await startProgress(db, claim, now())
    if (isNew) writeLast(db, noteOpened(claim))
  })
}

/** A lesson that the person may open now, and whether its course takes questions. */
export async function findOpenLesson(
  school: Attended,
  { degreeLink, lessonLink }: { degreeLink: string; lessonLink: string },
  tools: LearningTools,
) {
  const study = await openStudy(school, { course: { link: degreeLink } }, tools)
  const { lesson } = openLesson(lessonStates(study, tools.now()), ({ link }) => link === lessonLink)
  return { courseId: study.course_id, lessonId: lesson.id, takesQuestions: study.outline.has_comments }
}

/** Refuses what the person may not open now: a course, or one lesson of it. */
export async function requireOpen(
  school: Attended,
  { courseId, lessonId }: { courseId: string; lessonId: string | null },
  tools: LearningTools,
) {
  const study = await openStudy(school, { course: { id: courseId } }, tools)
  if (lessonId !== null) openLesson(lessonStates(study, tools.now()), ({ id }) => id === lessonId)
}

/** Whether a student may open a lesson now. */
async function mayOpen(
  school: Pick<School, 'id' | 'read'>,
  { userId, courseId, lessonId }: { userId: string; courseId: string; lessonId: string },
  tools: StudyTools & Clock,
): Promise<boolean> {
  try {
    const study = await openStudyOf(school, userId, { id: courseId }, tools)
    openLesson(lessonStates(study, tools.now()), ({ id }) => id === lessonId)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Binds the answer to the outlines that a process keeps. */
export const mayOpenBy =
  (outlines: Outlines) => (school: Pick<School, 'id' | 'read'>, lesson: Parameters<typeof mayOpen>[1], clock: Clock) =>
    mayOpen(school, lesson, { ...clock, outlines })

/** A link to a file that the published lesson lists, or to its video; what is only in a draft is there for its authors alone. */
export async function getFileLink(
  school: Attended,
  { contentId, fileId }: { contentId: string; fileId: string },
  tools: LearningTools,
) {
  const url = () => ({ url: makeSignedFileUrl(tools, school, { fileId, way: 'lesson', id: contentId }) })
  // With the right to all courses no lesson is needed: a file that was uploaded a moment ago is in none yet.
  if (passesCourse(school)) {
    if (!(await school.tx((db) => findLessonFile(db, fileId)))) throw notFound()
    return url()
  }
  const lesson = await school.tx((db) => findCourseOfLesson(db, contentId))
  if (!lesson) throw notFound()
  if (passesCourse(school, lesson.course_id)) {
    const { draft, ...published } = lesson
    if (![published, draft].some((each) => namesFile(each, fileId))) throw notFound()
    return url()
  }
  const study = await openStudy(school, { course: { id: lesson.course_id }, lesson: { id: contentId } }, tools)
  openLesson(lessonStates(study, tools.now()), ({ id }) => id === contentId)
  if (!namesFile(study.lesson, fileId)) throw notFound()
  return url()
}

/** Tells whether a published lesson or a draft lists a file or has it as its video. */
function namesFile(lesson: unknown, fileId: string): boolean {
  const { files, main_media_url } = (lesson ?? {}) as Partial<Pick<StudyLesson, 'files' | 'main_media_url'>>
  return main_media_url === uploadAddress(fileId) || files?.some((file) => file.id === fileId) === true
}
