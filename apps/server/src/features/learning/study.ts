import { AppError } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
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
  /** Classes that dripping counts by; an administrator waits for nothing. */
  clocks: CohortClock[]
  dates: ModuleDate[]
  /** Tells whether the student is in a class other than the public one, which private lessons take. */
  isOwn: boolean
  isAdmin: boolean
}

export interface StudyTools {
  outlines: Outlines
}

/** Opens a course: for everything that only looks. */
export const openStudy = (
  school: Attended,
  request: { course: CourseKey; lesson?: LessonKey },
  tools: StudyTools,
): Promise<Study> => openAs(personOf(school), school, request, tools)

/** Opens a course as one student, not as the caller. */
export const openStudyOf = (
  school: Pick<School, 'id' | 'read'>,
  userId: string,
  course: CourseKey,
  tools: StudyTools,
): Promise<Study> => openAs({ userId, isAdmin: false }, school, { course }, tools)

/** Opens a course for a student as if the given classes were the only ones they are in. */
export async function openStudyLeft(
  school: Pick<School, 'id' | 'read'>,
  { userId, cohortIds }: { userId: string; cohortIds: string[] },
  { course, lesson }: { course: CourseKey; lesson?: LessonKey },
  { outlines }: StudyTools,
): Promise<Study> {
  const student = { userId, isAdmin: false }
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
  return (userId) => makeStudy({ userId, isAdmin: false }, rowOf.get(userId), outline)
}

interface Person {
  userId: string
  isAdmin: boolean
}
const personOf = ({ actor, isTeam }: Attended): Person => ({ userId: actor.userId, isAdmin: isTeam })

async function openAs(
  viewer: Person,
  school: Pick<School, 'id' | 'read'>,
  { course, lesson }: { course: CourseKey; lesson?: LessonKey },
  { outlines }: StudyTools,
): Promise<Study> {
  const row = requireAccess(viewer, await findStudy(school.read, viewer.userId, course, lesson))
  return makeStudy(viewer, row, await outlines.of(school, { courseId: row.course_id, revision: row.revision }))
}

function makeStudy(viewer: Person, found: StudyRow | undefined, outline: Outline | undefined): Study {
  const row = requireAccess(viewer, found)
  if (!outline) throw new AppError('degree_not_found')
  return { ...row, outline, isAdmin: viewer.isAdmin, ...(viewer.isAdmin ? administrators : grantOf(row)) }
}

const administrators = { clocks: [], dates: [], isOwn: true }

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

/** The one check of access, on every way to a course. Administrators always have it. */
function requireAccess({ isAdmin }: Person, row: StudyRow | undefined): StudyRow {
  if (!row) throw new AppError('degree_not_found')
  if (!isAdmin && row.cohorts === null) throw new AppError('degree_forbidden')
  return row
}
