import { dropFromPublicCohort, type SchoolDb } from '@escola/db'
import { splitDraft } from '../../drafts/drafts.ts'
import { saveModules } from './course-outline.service.ts'
import { type CourseRow, type CourseState, isPublished, liveModules, outlineOf } from './course-state.service.ts'
import { CourseValues } from './course-values.ts'
import { foldCourse, updateCourse } from './courses.queries.ts'
import { foldModules } from './outline.queries.ts'
import { discardFromOutline } from './outline.ts'

/**
 * The drafts of the course and of its modules become columns. A course that becomes private leaves the list of the public class.
 * @param publishedOn null when the course is taken back
 */
export async function foldCourseDrafts(
  db: SchoolDb,
  { course }: CourseState,
  publishedOn: Date | null,
): Promise<CourseRow> {
  await foldModules(db, course.id)
  const folded = await foldCourse(db, course.id, {
    utc_published_on: publishedOn && (course.utc_published_on ?? publishedOn),
    link_fixed: course.link_fixed || isPublished(course) || publishedOn !== null,
  })
  if (folded.is_private && !course.is_private) await dropFromPublicCohort(db, course.id)
  return folded
}

/** The course and its modules as they are published, with the lessons that never were still in them. */
export async function discardCourseDrafts(db: SchoolDb, state: CourseState): Promise<CourseRow> {
  const published = {
    order: state.course.module_order,
    live: liveModules(state),
    lessonIds: new Set(state.lessons.filter((row) => row.utc_published_on !== null).map((row) => row.id)),
  }
  const module_order = await saveModules(db, state, discardFromOutline(outlineOf(state), published))
  const values = CourseValues.parse(state.course)
  return updateCourse(db, state.course.id, splitDraft(values, { ...values, module_order }, true))
}
