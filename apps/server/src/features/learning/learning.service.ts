import type { StudentContent } from '@escola/contract/learning.contract'
import { notFound } from '../../core/app-error.ts'
import type { Attended } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { signedFileUrl } from '../../files/signed-links.ts'
import { listLessonFiles } from '../files/files.service.ts'
import { findCourseOfLesson } from './learning.queries.ts'
import { openLesson, toWireCourse } from './student-degree.ts'
import { openStudy, type StudyTools } from './study.ts'

export interface LearningTools extends Tools, StudyTools {}

export async function getCourse(school: Attended, degreeLink: string, tools: LearningTools) {
  const study = await openStudy(school, { course: { link: degreeLink } }, tools)
  return { degree: toWireCourse(school.id, study, tools.now()) }
}

/**
 * One lesson with its course. A lesson that is still locked by dripping is refused with 'degree_lesson_locked', not 'degree_forbidden':
 * the person belongs in the course, so the screen takes them back to it, where the lesson's countdown is.
 */
export async function getLesson(
  school: Attended,
  { degreeLink, lessonLink }: { degreeLink: string; lessonLink: string | undefined },
  tools: LearningTools,
) {
  const asked = lessonLink === undefined ? undefined : { link: lessonLink }
  const study = await openStudy(school, { course: { link: degreeLink }, lesson: asked }, tools)
  const degree = toWireCourse(school.id, study, tools.now())
  if (!asked) return { degree, content: null }
  const summary = openLesson(degree, (lesson) => lesson.link === lessonLink)
  const body = study.lesson!
  const content: StudentContent = {
    id: summary.id,
    link: summary.link,
    title: summary.title,
    description: body.description,
    main_media_url: body.main_media_url,
    main_media_duration: summary.main_media_duration,
    files: body.files,
    external_links: body.external_links,
    isComplete: summary.isComplete,
  }
  return { degree, content }
}

/** A link to a file that the published lesson lists; what is only in a draft is there for its authors alone. */
export async function getFileLink(
  school: Attended,
  { contentId, fileId }: { contentId: string; fileId: string },
  tools: LearningTools,
) {
  if (school.isAdmin) {
    const [file] = await school.tx((db) => listLessonFiles(db, [fileId]))
    if (!file) throw notFound()
    return { url: signedFileUrl(tools, school, { fileId, way: 'lesson', id: contentId }) }
  }
  const lesson = await school.tx((db) => findCourseOfLesson(db, contentId))
  if (!lesson) throw notFound()
  const study = await openStudy(school, { course: { id: lesson.course_id }, lesson: { id: contentId } }, tools)
  openLesson(toWireCourse(school.id, study, tools.now()), (lesson) => lesson.id === contentId)
  if (!study.lesson?.files.some((file) => file.id === fileId)) throw notFound()
  return { url: signedFileUrl(tools, school, { fileId, way: 'lesson', id: contentId }) }
}
