import type { Lesson, lessons } from '@escola/contract/lessons.contract'
import { parseMedia } from '@escola/contract/media'
import { newLesson } from '@escola/contract/new-lesson'
import { refusals } from '@escola/contract/refusals'
import { lessonPlaceholder } from '@escola/contract/rich-text'
import type { ResponseInput, RouteOutput } from '@escola/contract/route'
import { slugify } from '@escola/contract/text'
import { newLessonTitle } from '@escola/contract/titles'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import { makeFreeLink } from '../../core/free-link.ts'
import type { Attended, School, TeamSchool } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { mergeDraft, splitDraft } from '../../drafts/drafts.ts'
import { makeOnce } from '../../make-once/make-once.ts'
import { sanitizeRichText, textOfHtml } from '../../rich-text/sanitize-rich-text.ts'
import { addLesson } from '../courses/course-outline.service.ts'
import {
  type CourseState,
  findCourse,
  isPublished,
  listedLessonIds,
  liveLessonIds,
  loadModules,
  loadState,
  lockCourse,
  type ModulesState,
  outlineOf,
  refuseEdition,
  toWireCourse,
  withLessons,
} from '../courses/course-state.service.ts'
import { keptFiles, keptVideo, type NameableFiles, toWireLessonFile } from './lesson-files.service.ts'
import { LessonValues } from './lesson-values.ts'
import * as queries from './lessons.queries.ts'
import { mediaAddress } from './media-address.ts'

type Change = RouteOutput<typeof lessons.save>['body']
type Answer = ResponseInput<typeof lessons.save>

/** Words that are paths of our own beside a lesson's link. */
const reservedLinks: ReadonlySet<string> = new Set(['0', 'nova', 'nova-aula'])

export function getLesson(school: TeamSchool, courseLink: string, lessonLink: string): Promise<Answer> {
  return school.tx(async (db) => {
    const course = await findCourse(db, school, { link: courseLink })
    await refuseEdition(db, course)
    const lesson = await queries.findLesson(db, course.id, { link: lessonLink })
    if (!lesson) throw notFound()
    return makeLessonAnswer(school, await loadState(db, course), lesson)
  })
}

export function saveLesson(
  school: Attended,
  { lessonLink, ...change }: Change & { lessonLink: string },
  tools: Clock,
): Promise<Answer> {
  return school.tx(async (db) => {
    const course = await lockCourse(db, school, { id: change.degree_id })
    if (lessonLink === '0' && change.id === undefined) {
      const make = async () => createLesson(db, school, await loadState(db, course), change)
      const id = await makeOnce(db, school, { kind: `lesson ${course.id}`, make, mayDiffer: true }, tools)
      return readLessonById(db, school, { courseId: course.id, id })
    }
    const by = change.id ? { id: change.id } : { link: lessonLink }
    const lesson = await queries.findLesson(db, course.id, by)
    if (!lesson) throw notFound()
    if (change.version === undefined) throw invalidField('version', refusals.versionMissing)
    const state = await loadModules(db, course)
    if (change.version !== lesson.version)
      throw new AppError('stale_version', { current: makeLessonAnswer(school, await withLessons(db, state), lesson) })
    const saved = await applyChange(db, school, { state, lesson, change })
    // The lessons once, after the change: a course has hundreds, and none of their modules was written to.
    return makeLessonAnswer(school, await withLessons(db, state), saved)
  })
}

async function readLessonById(db: SchoolDb, school: TeamSchool, { courseId, id }: { courseId: string; id: string }) {
  const lesson = await queries.findLesson(db, courseId, { id })
  if (!lesson) throw notFound()
  return makeLessonAnswer(school, await loadState(db, await lockCourse(db, school, { id: courseId })), lesson)
}

async function createLesson(db: SchoolDb, school: Attended, state: CourseState, change: Change): Promise<string> {
  const { course } = state
  const moduleId = change.module_id
  if (!moduleId || !outlineOf(state).order.includes(moduleId)) throw invalidField('module_id', refusals.moduleMissing)
  const values = await changedValues(db, newLesson, change, { school, had: [] })
  const link = await pickLink(db, course.id, values.title, null)
  const lesson = await queries.insertLesson(db, { course_id: course.id, link }, values)
  await addLesson(db, state, { moduleId, lessonId: lesson.id })
  return lesson.id
}

async function applyChange(
  db: SchoolDb,
  school: Attended,
  { state, lesson, change }: { state: ModulesState; lesson: queries.LessonRow; change: Change },
) {
  const before = mergeDraft(LessonValues, lesson)
  const had = [before, LessonValues.parse(lesson)].flatMap(filesOf)
  const values = await changedValues(db, before, change, { school, had })
  const isFixed = lesson.link_fixed || lesson.utc_published_on !== null
  const link =
    isFixed || values.title === before.title
      ? lesson.link
      : await pickLink(db, state.course.id, values.title, lesson.id)
  return queries.updateLesson(db, lesson.id, splitDraft(LessonValues.parse(lesson), values, isLive(state, lesson)), {
    link,
  })
}

/** True when students see the lesson: it was published, and a module that was published lists it. */
const isLive = (state: ModulesState, lesson: queries.LessonRow) =>
  lesson.utc_published_on !== null && liveLessonIds(state).has(lesson.id)

/** Ids of what was uploaded for a lesson. */
function filesOf({ files, main_media_url }: LessonValues): string[] {
  const media = parseMedia(main_media_url)
  return [...files.map(({ id }) => id), ...(media?.provider === 'upload' ? [media.id] : [])]
}

const changedValues = async (
  db: SchoolDb,
  before: LessonValues,
  change: Change,
  uploaded: NameableFiles,
): Promise<LessonValues> => ({
  title: change.title === undefined ? before.title : change.title || newLessonTitle,
  description: change.description === undefined ? before.description : cleanDescription(change.description),
  main_media_url:
    change.main_media_url === undefined
      ? before.main_media_url
      : await keptVideo(db, mediaAddress(change.main_media_url), uploaded),
  main_media_duration: change.main_media_duration ?? before.main_media_duration,
  files: change.files ? await keptFiles(db, change.files, uploaded) : before.files,
  external_links: change.external_links ?? before.external_links,
  is_visible: change.is_visible ?? before.is_visible,
  is_private: change.is_private ?? before.is_private,
})

const cleanDescription = (html: string) => (textOfHtml(html) === lessonPlaceholder ? '' : sanitizeRichText(html))

const pickLink = async (db: SchoolDb, courseId: string, title: string, lessonId: string | null) =>
  makeFreeLink(title, await queries.listLessonLinksLike(db, courseId, slugify(title), lessonId), reservedLinks)

function makeLessonAnswer(school: School, state: CourseState, lesson: queries.LessonRow): Answer {
  const outline = outlineOf(state)
  const content = toWireLesson(school.id, state, outline, lesson)
  return { content, degree: toWireCourse(school.id, state, outline) }
}

function toWireLesson(
  schoolId: string,
  state: CourseState,
  outline: ReturnType<typeof outlineOf>,
  lesson: queries.LessonRow,
): Lesson {
  const values = mergeDraft(LessonValues, lesson)
  const isListed = listedLessonIds(outline).includes(lesson.id)
  const hasDraft = state.lessons.some(({ id, has_draft }) => id === lesson.id && has_draft)
  const moduleId = outline.order.find((id) => outline.modules.get(id)!.lesson_order.includes(lesson.id))
  return {
    ...values,
    id: lesson.id,
    link: lesson.link,
    files: values.files.map((file) => toWireLessonFile(schoolId, lesson.id, file)),
    module_id: moduleId ?? null,
    utc_published_on: lesson.utc_published_on?.toISOString() ?? null,
    isDraft: hasDraft || (isListed && isPublished(state.course) && lesson.utc_published_on === null),
    version: lesson.version,
  }
}
