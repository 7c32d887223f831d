import { isDeepStrictEqual } from 'node:util'
import type { SchoolDb } from '@escola/db'
import { mergeDraft, splitDraft } from '../../drafts/drafts.ts'
import { type CourseRow, type CourseState, isPublished, liveModules, outlineOf } from './course-state.service.ts'
import { CourseValues, ModuleValues } from './course-values.ts'
import { updateCourse } from './courses.queries.ts'
import { insertModules, updateModules } from './outline.queries.ts'
import { isNewModule, type Outline } from './outline.ts'

/** Puts a new lesson at the end of its module. The outline is a part of the course: an editor that doesn't know it must not save over it. */
export async function addLesson(
  db: SchoolDb,
  state: CourseState,
  { moduleId, lessonId }: { moduleId: string; lessonId: string },
): Promise<CourseRow> {
  const { course } = state
  const outline = outlineOf(state)
  const module = outline.modules.get(moduleId)!
  outline.modules.set(moduleId, { ...module, lesson_order: [...module.lesson_order, lessonId] })
  await saveModules(db, state, outline)
  const unchanged = splitDraft(CourseValues.parse(course), mergeDraft(CourseValues, course), isPublished(course))
  return updateCourse(db, course.id, unchanged)
}

/**
 * Writes what changed in the modules: into the draft of modules that students see, else directly.
 * @returns the modules' order, with the ids that new modules got
 */
export async function saveModules(db: SchoolDb, state: CourseState, outline: Outline): Promise<string[]> {
  const added = [...outline.modules].filter(([ref]) => isNewModule(ref))
  const ids = await insertModules(
    db,
    state.course.id,
    added.map(([, values]) => values),
  )
  const idOf = new Map(added.map(([ref], index) => [ref, ids[index]!]))
  const live = liveModules(state)
  const changes = state.modules.flatMap((row) => {
    const before = { values: ModuleValues.parse(row), draft: row.draft }
    const after = splitDraft(before.values, outline.modules.get(row.id)!, live.has(row.id))
    return isDeepStrictEqual(before, after) ? [] : [{ id: row.id, ...after }]
  })
  if (changes.length) await updateModules(db, changes)
  return outline.order.map((ref) => idOf.get(ref) ?? ref)
}
