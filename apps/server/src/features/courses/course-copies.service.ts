import { limits } from '@escola/contract/limits'
import { refusals } from '@escola/contract/refusals'
import { slugify } from '@escola/contract/text'
import { courseTitle, moduleTitle, titleOfCopy } from '@escola/contract/titles'
import type { SchoolDb } from '@escola/db'
import { invalidField } from '../../core/app-error.ts'
import { makeFreeLink, reservedCourseLinks } from '../../core/free-link.ts'
import { mergeDraft, splitDraft } from '../../drafts/drafts.ts'
import { saveModules } from './course-outline.service.ts'
import {
  type CourseRow,
  type CourseState,
  isPublished,
  listedLessonIds,
  loadState,
  outlineOf,
} from './course-state.service.ts'
import { CourseValues, type ModuleValues } from './course-values.ts'
import * as queries from './courses.queries.ts'
import type { Outline } from './outline.ts'

/** Copies lessons of one course into another, and answers the new ids by those of the originals. */
export type CopyLessons = (from: CourseState, to: CourseState, ids: string[]) => Promise<Map<string, string>>

/** Inserts a copy behind the last course of the category, with what the author sees, and answers its id. */
export async function insertCourseCopy(db: SchoolDb, original: CourseRow, copyLessons: CopyLessons): Promise<string> {
  const from = await loadState(db, original)
  const values = mergeDraft(CourseValues, original)
  const title = titleOfCopy(courseTitle(values))
  const link = makeFreeLink(title, await queries.listCourseLinksLike(db, slugify(title), null), reservedCourseLinks)
  const course = await queries.insertCourse(db, { title, link, category_id: original.category_id })
  const to: CourseState = { course, modules: [], lessons: [] }
  const { order, modules } = outlineOf(from)
  const copies = await copyLessons(from, to, listedLessonIds(outlineOf(from)))
  const outline: Outline = { order: [], modules: new Map(), lessonIds: new Set() }
  for (const id of order) addModule(outline, withCopies(modules.get(id)!, copies))
  const module_order = await saveModules(db, to, outline)
  const changed = { values: { ...values, title, module_order }, draft: null }
  return (await queries.updateCourse(db, course.id, changed, { keepVersion: true })).id
}

/** Inserts a copy of a module behind itself, or at the end of another course; in a published course it is a draft. */
export async function insertModuleCopy(
  db: SchoolDb,
  { from, to, id }: { from: CourseState; to: CourseState; id: string },
  copyLessons: CopyLessons,
): Promise<void> {
  const isBeside = from.course.id === to.course.id
  const { order, modules } = outlineOf(from)
  const module = order.includes(id) ? modules.get(id) : undefined
  if (!module) throw invalidField('id', refusals.unknownModule)
  const outline = outlineOf(to)
  if (outline.order.length >= limits.courseModules) throw invalidField('to_degree_id', refusals.courseFull)
  const title = module.title.trim() || moduleTitle(order.indexOf(id) + 1)
  const copy = withCopies(module, await copyLessons(from, to, module.lesson_order))
  const at = isBeside ? order.indexOf(id) + 1 : undefined
  addModule(outline, { ...copy, title: isBeside ? titleOfCopy(title) : title }, at)
  await saveOutline(db, to, outline)
}

/** Puts a copy of a lesson behind its original where the module has it, else at the module's end. */
export async function placeLessonCopy(
  db: SchoolDb,
  to: CourseState,
  { moduleId, id, makeCopy }: { moduleId: string; id: string; makeCopy: () => Promise<string> },
): Promise<void> {
  const outline = outlineOf(to)
  const module = outline.order.includes(moduleId) ? outline.modules.get(moduleId) : undefined
  if (!module) throw invalidField('to_module_id', refusals.unknownModule)
  if (module.lesson_order.length >= limits.moduleLessons) throw invalidField('to_module_id', refusals.moduleFull)
  const at = module.lesson_order.indexOf(id)
  const place = at < 0 ? module.lesson_order.length : at + 1
  const lesson_order = module.lesson_order.toSpliced(place, 0, await makeCopy())
  outline.modules.set(moduleId, { ...module, lesson_order })
  await saveOutline(db, to, outline)
}

async function saveOutline(db: SchoolDb, to: CourseState, outline: Outline): Promise<void> {
  const { course } = to
  const values = { ...mergeDraft(CourseValues, course), module_order: await saveModules(db, to, outline) }
  await queries.updateCourse(db, course.id, splitDraft(CourseValues.parse(course), values, isPublished(course)))
}

const withCopies = (module: ModuleValues, copies: Map<string, string>): ModuleValues => ({
  ...module,
  lesson_order: module.lesson_order.flatMap((id) => copies.get(id) ?? []),
})

function addModule(outline: Outline, module: ModuleValues, at = outline.order.length) {
  const ref = `new-${outline.modules.size}`
  outline.modules.set(ref, module)
  outline.order.splice(at, 0, ref)
}
