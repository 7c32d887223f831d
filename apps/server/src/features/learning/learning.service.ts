import type { CourseState, StudentContent, StudentDegree } from '@escola/contract/learning.contract'
import { imageUrl } from '../../files/image-url.ts'
import { signedFileUrl } from '../../files/signed-links.ts'
import { AppError, invalidField, notFound } from '../../http/app-error.ts'
import type { Attended, Visited } from '../../http/scope.ts'
import type { Tools } from '../../tools.ts'
import { issueOnCompletion } from '../certificates/certificates.service.ts'
import {
  type CardRow,
  type CourseKey,
  deleteCompletion,
  findCourseOfLesson,
  findDoor,
  findStudy,
  insertCompletion,
  type LessonKey,
  listCards,
  lockProgress,
  markCourseCompleted,
  type StudyRow,
} from './learning.queries.ts'
import { progressText } from './progress.ts'
import { degreeOf } from './student-degree.ts'

/** The courses that a person sees, as cards by category. A school that is private or blocked shows a stranger nothing. */
export async function getHome(school: Visited) {
  const person = { userId: school.isMember ? school.actor?.userId : undefined, isAdmin: school.isAdmin }
  const cards = await school.tx(async (db) => {
    if (!school.isMember) {
      const door = await findDoor(db)
      if (door.is_blocked) throw new AppError('school_blocked')
      if (door.is_private) return []
    }
    return listCards(db, person, school.isMember)
  })
  const categories = new Map<string, { id: string; title: string; degrees: ReturnType<typeof cardOf>[] }>()
  for (const card of cards) {
    const id = card.category_id ?? '0'
    const category = categories.get(id) ?? { id, title: card.category_title ?? 'Cursos sem categoria', degrees: [] }
    category.degrees.push(cardOf(school.id, card))
    categories.set(id, category)
  }
  return { categories: [...categories.values()] }
}

const cardOf = (schoolId: string, card: CardRow) => ({
  id: card.id,
  link: card.link,
  title: card.title,
  img_wide_url: imageUrl(schoolId, card.cover_key),
  landing_page_url: card.landing_page_url,
  state: stateOf(card),
  progress: progressText(card.completed, card.lessons),
  lessons: card.lessons,
})

const stateOf = ({ has_access, lessons, completed }: CardRow): CourseState => {
  if (!has_access) return 'locked'
  if (completed === 0) return 'start'
  return completed === lessons ? 'done' : 'continue'
}

export async function getCourse(school: Attended, degreeLink: string, now = new Date()) {
  const study = await readStudy(school, { link: degreeLink }, undefined)
  return { degree: degreeOf(school.id, study, now) }
}

/**
 * One lesson with its course. A lesson that is still locked by dripping is refused with 'forbidden', never with 'degree_forbidden':
 * the person belongs in the course, so the screen takes them back to it, where the lesson's countdown is.
 */
export async function getLesson(
  school: Attended,
  degreeLink: string,
  lessonLink: string | undefined,
  now = new Date(),
) {
  const study = await readStudy(
    school,
    { link: degreeLink },
    lessonLink === undefined ? undefined : { link: lessonLink },
  )
  const degree = degreeOf(school.id, study, now)
  if (lessonLink === undefined) return { degree, content: null }
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

interface Completion {
  contentId: string
  degreeId: string
  userDegree: { metadata: { content: Record<string, { isComplete: boolean }> } }
}

/**
 * Marks a lesson complete or not; saying the same twice changes nothing. The click that completes the course issues its certificate in
 * the same transaction; taking a lesson back later revokes neither.
 */
export async function completeLesson(
  school: Attended,
  { contentId, degreeId, userDegree }: Completion,
  now = new Date(),
) {
  if (school.isAdmin) throw new AppError('forbidden')
  const wanted = userDegree.metadata.content[contentId]
  if (!wanted) throw invalidField('userDegree', 'Diga se a aula foi concluída')
  const { userId } = school.actor
  return school.tx(async (db) => {
    const before = await accessible(await findStudy(db, userId, { id: degreeId }), false)
    openLesson(degreeOf(school.id, before, now), (lesson) => lesson.id === contentId)
    let study = before
    if (wanted.isComplete) {
      const { utc_completed_on } = await lockProgress(db, userId, degreeId, now)
      await insertCompletion(db, userId, degreeId, contentId, now)
      study = (await findStudy(db, userId, { id: degreeId }))!
      if (utc_completed_on === null && lessonsOf(study).every((lesson) => lesson.isComplete)) {
        await markCourseCompleted(db, userId, degreeId, now)
        await issueOnCompletion(db, { userId, courseId: degreeId, completedOn: now })
        study = (await findStudy(db, userId, { id: degreeId }))!
      }
    } else {
      await deleteCompletion(db, userId, contentId)
      study = (await findStudy(db, userId, { id: degreeId }))!
    }
    const lessons = lessonsOf(study)
    const complete = lessons.filter((lesson) => lesson.isComplete)
    return {
      userDegree: {
        metadata: { content: Object.fromEntries(complete.map(({ id }) => [id, { isComplete: true }])) },
        progress: progressText(complete.length, lessons.length),
      },
      certificate: study.certificate,
    }
  })
}

/** A link to a file that the published lesson lists; what is only in a draft is not there yet. */
export async function getFileLink(
  school: Attended,
  { contentId, fileId }: { contentId: string; fileId: string },
  tools: Tools,
  now = new Date(),
) {
  const study = await school.tx(async (db) => {
    const lesson = await findCourseOfLesson(db, contentId)
    if (!lesson) throw notFound()
    return accessible(
      await findStudy(db, school.actor.userId, { id: lesson.course_id }, { id: contentId }),
      school.isAdmin,
    )
  })
  openLesson(degreeOf(school.id, study, now), (lesson) => lesson.id === contentId)
  if (!study.lesson?.files.some((file) => file.id === fileId)) throw notFound()
  return { url: signedFileUrl(tools, school.id, fileId) }
}

const readStudy = async (school: Attended, course: CourseKey, lesson: LessonKey) =>
  accessible(await school.tx((db) => findStudy(db, school.actor.userId, course, lesson)), school.isAdmin)

function accessible(study: StudyRow | undefined, isAdmin: boolean): StudyRow {
  if (!study) throw new AppError('degree_not_found')
  if (!isAdmin && study.first_enrolled_on === null) throw new AppError('degree_forbidden')
  return isAdmin ? { ...study, no_dripping: true } : study
}

function openLesson(degree: StudentDegree, isIt: (lesson: { id: string; link: string }) => boolean) {
  const lesson = degree.modules.flatMap((module) => module.content).find(isIt)
  if (!lesson) throw notFound()
  if (lesson.dripped) throw new AppError('forbidden')
  return lesson
}

const lessonsOf = (study: StudyRow) => study.modules.flatMap((module) => module.lessons)
