import { refusals } from '@escola/contract/refusals'
import { lessonTitle, titleOfCopy } from '@escola/contract/titles'
import type { SchoolDb } from '@escola/db'
import { invalidField } from '../../core/app-error.ts'
import { makeFreeLink } from '../../core/free-link.ts'
import type { Attended } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { makeOnce } from '../../make-once/make-once.ts'
import { lockCatalog } from '../categories/categories.service.ts'
import {
  type CopyLessons,
  insertCourseCopy,
  insertModuleCopy,
  placeLessonCopy,
} from '../courses/course-copies.service.ts'
import {
  type CourseRow,
  type CourseState,
  listedLessonIds,
  loadState,
  lockCourse,
  outlineOf,
} from '../courses/course-state.service.ts'
import { makeCourseAnswer } from '../courses/courses.service.ts'
import { copyExams } from '../exams/exam-publishing.service.ts'
import { insertCopies, type LessonCopy } from './lesson-copies.queries.ts'

/** Copies a course behind the last one of its category. */
export const copyCourse = (school: Attended, id: string, tools: Clock) =>
  school.tx(async (db) => {
    await lockCatalog(db)
    const original = await lockCourse(db, school, { id })
    const make = () => insertCourseCopy(db, original, copyLessonsBy(db, tools))
    const copyId = await makeOnce(db, school, { kind: 'course copy', make }, tools)
    return makeCourseAnswer(db, school, await lockCourse(db, school, { id: copyId }))
  })

interface Wanted {
  id: string
  degree_id: string
  to_degree_id: string
}

/** Copies a module behind itself, or to the end of another course of the school. */
export const copyModule = (school: Attended, wanted: Wanted, tools: Clock) =>
  copyBetween(school, { ...wanted, kind: 'module copy' }, tools, (db, from, to) =>
    insertModuleCopy(db, { from, to, id: wanted.id }, copyLessonsBy(db, tools)),
  )

/** Copies a lesson behind itself, or to the end of another module of the school. */
export const copyLesson = (school: Attended, wanted: Wanted & { to_module_id: string }, tools: Clock) =>
  copyBetween(school, { ...wanted, kind: 'lesson copy' }, tools, async (db, from, to) => {
    const { id, to_module_id: moduleId } = wanted
    const original = from.lessons.find((lesson) => lesson.id === id)
    if (!original || !listedLessonIds(outlineOf(from)).includes(id)) throw invalidField('id', refusals.unknownLesson)
    const isBeside = from.course.id === to.course.id
    const title = isBeside ? titleOfCopy(lessonTitle(original)) : undefined
    const makeCopy = async () => (await copyLessonsBy(db, tools, title)(from, to, [id])).get(id)!
    await placeLessonCopy(db, to, { moduleId, id, makeCopy })
  })

/**
 * Copies from one course into another, or within one. Both are locked, in the order of their ids.
 * @throws AppError degree_not_found, edition_read_only
 */
function copyBetween(
  school: Attended,
  { degree_id, to_degree_id, kind }: Wanted & { kind: string },
  tools: Clock,
  copy: (db: SchoolDb, from: CourseState, to: CourseState) => Promise<void>,
) {
  return school.tx(async (db) => {
    const locked = new Map<string, CourseRow>()
    for (const id of new Set([degree_id, to_degree_id].sort())) locked.set(id, await lockCourse(db, school, { id }))
    const make = async () => {
      const from = await loadState(db, locked.get(degree_id)!)
      const to = degree_id === to_degree_id ? from : await loadState(db, locked.get(to_degree_id)!)
      await copy(db, from, to)
      return true
    }
    await makeOnce(db, school, { kind, make }, tools)
    return makeCourseAnswer(db, school, await lockCourse(db, school, { id: to_degree_id }))
  })
}

/** @param title title of a single copy; others keep theirs */
const copyLessonsBy =
  (db: SchoolDb, { now }: Clock, title?: string): CopyLessons =>
  async (from, to, ids) => {
    const links = new Map(from.lessons.map(({ id, link }) => [id, link]))
    const taken = new Set(to.lessons.map(({ link }) => link))
    const wanted = ids.flatMap((id): LessonCopy[] => {
      const original = links.get(id)
      if (original === undefined) return []
      const link = makeFreeLink(original, taken, new Set())
      taken.add(link)
      return [{ id, link, ...(title !== undefined && { title }) }]
    })
    const copies = wanted.length > 0 ? await insertCopies(db, to.course.id, wanted) : new Map<string, string>()
    await copyExams(db, to.course.id, copies, now())
    return copies
  }
