import { AppError } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
import { passesCourse } from '../../core/studying.ts'
import type { CohortClock, ModuleDate } from './dripping.service.ts'
import {
  type CourseKey,
  findStudies,
  findStudy,
  type LessonKey,
  type StudiesAsked,
  type StudyRow,
} from './learning.queries.ts'
import type { Outline, Outlines } from './outlines.service.ts'

/** A course that a person may study, with what they have done in it. */
export interface Study extends Omit<StudyRow, 'cohorts' | 'dates'> {
  outline: Outline
  /** Classes that dripping counts by; a viewer who passes the course waits for nothing. */
  clocks: CohortClock[]
  dates: ModuleDate[]
  /** Tells whether the student is in a class other than the public one, which private lessons take. */
  isOwn: boolean
  /** The viewer passes the course: they open and pass all of it. */
  passes: boolean
}

export interface StudyTools {
  outlines: Outlines
}

/** Opens a course: for everything that only looks. */
export const openStudy = (
  school: Attended,
  request: { course: CourseKey; lesson?: LessonKey },
  tools: StudyTools,
): Promise<Study> => openAs(viewerOf(school), school, request, tools)

/** Opens a course as one student, not as the caller. */
export const openStudyOf = (
  school: Pick<School, 'id' | 'read'>,
  userId: string,
  course: CourseKey,
  tools: StudyTools,
): Promise<Study> => openAs(asStudent(userId), school, { course }, tools)

/** Opens a course for a student as if the given classes were the only ones they are in. */
export async function openStudyLeft(
  school: Pick<School, 'id' | 'read'>,
  { userId, cohortIds }: { userId: string; cohortIds: string[] },
  { course, lesson }: { course: CourseKey; lesson?: LessonKey },
  { outlines }: StudyTools,
): Promise<Study> {
  const student = asStudent(userId)
  const found = await findStudy(school.read, userId, course, lesson)
  const row = requireAccess(student, found && leaveCohorts(found, new Set(cohortIds)))
  return makeStudy(student, row, await outlines.of(school, { courseId: row.course_id, revision: row.revision }))
}

/** Drops the classes that are not kept, and the dates of those classes. */
function leaveCohorts({ cohorts, dates, ...row }: StudyRow, kept: ReadonlySet<string>): StudyRow {
  const left = cohorts?.filter(([id]) => kept.has(id)) ?? []
  return {
    ...row,
    cohorts: left.length > 0 ? left : null,
    dates: dates?.filter(([cohortId]) => cohortId === null || kept.has(cohortId)) ?? null,
  }
}

/**
 * Opens a course for several of its students at once.
 * @returns a function that opens it for one of them, or throws the reason why not
 */
export async function openStudies(
  school: Pick<School, 'id' | 'read'>,
  asked: StudiesAsked,
  { outlines }: StudyTools,
): Promise<(userId: string) => Study> {
  const rows = await findStudies(school.read, asked)
  const found = rows[0] && (await outlines.of(school, { courseId: asked.courseId, revision: rows[0].revision }))
  const outline = found && asked.asIfInOrder ? { ...found, in_order: true } : found
  const rowOf = new Map(rows.map((row) => [row.user_id, row]))
  return (userId) => makeStudy(asStudent(userId), rowOf.get(userId), outline)
}

interface Viewer {
  userId: string
  passes(courseId: string): boolean
}
const viewerOf = (school: Attended): Viewer => ({
  userId: school.actor.userId,
  passes: (courseId) => passesCourse(school, courseId),
})
const asStudent = (userId: string): Viewer => ({ userId, passes: () => false })

async function openAs(
  viewer: Viewer,
  school: Pick<School, 'id' | 'read'>,
  { course, lesson }: { course: CourseKey; lesson?: LessonKey },
  { outlines }: StudyTools,
): Promise<Study> {
  const row = requireAccess(viewer, await findStudy(school.read, viewer.userId, course, lesson))
  return makeStudy(viewer, row, await outlines.of(school, { courseId: row.course_id, revision: row.revision }))
}

function makeStudy(viewer: Viewer, found: StudyRow | undefined, outline: Outline | undefined): Study {
  const row = requireAccess(viewer, found)
  if (!outline) throw new AppError('degree_not_found')
  const passes = viewer.passes(row.course_id)
  return { ...row, outline, passes, ...(passes ? unbound : grantOf(row)) }
}

const unbound = { clocks: [], dates: [], isOwn: true }

const grantOf = ({ cohorts, dates }: StudyRow): Pick<Study, 'clocks' | 'dates' | 'isOwn'> => ({
  clocks: (cohorts ?? []).map(([cohortId, enrolledOn, createdOn]) => ({
    cohortId,
    enrolledOn: new Date(enrolledOn),
    cohortCreatedOn: new Date(createdOn),
  })),
  dates: (dates ?? []).map(([cohortId, moduleId, datedOn, openedOn]) => ({
    cohortId,
    moduleId,
    datedOn: datedOn === null ? null : new Date(datedOn),
    openedOn: openedOn === null ? null : new Date(openedOn),
  })),
  isOwn: (cohorts ?? []).some(([, , , isOwn]) => isOwn),
})

/** The one check of access, on every way to a course. */
function requireAccess({ passes }: Viewer, row: StudyRow | undefined): StudyRow {
  if (!row) throw new AppError('degree_not_found')
  if (row.cohorts === null && !passes(row.course_id)) throw new AppError('degree_forbidden')
  return row
}
