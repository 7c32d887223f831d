import type { Calendar, Opening, StudentOpenings } from '@escola/contract/calendars.contract'
import { refusals } from '@escola/contract/refusals'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import type { LearningTools } from '../learning/learning.service.ts'
import { listStudentOpenings } from '../learning/module-openings.service.ts'
import * as queries from './calendars.queries.ts'

export const listCalendars = (school: School, id: string) =>
  school.tx(async (db) => {
    if (!(await queries.findCohort(db, id))) throw notFound()
    const degrees = await queries.listCohortCourses(db, id)
    return {
      degrees: degrees.map(({ is_opened: isOpened, is_open_to_all: isOpenToAll, is_sold: isSold, ...degree }) => ({
        ...degree,
        isOpened,
        isOpenToAll,
        isGivenAway: isOpenToAll && isSold,
      })),
    }
  })

interface CalendarRequest {
  id: string
  degreeId: string
}

export const getCalendar = (school: School, request: CalendarRequest) => school.tx((db) => readCalendar(db, request))

export const saveCalendar = (
  school: School,
  { modules, ...request }: CalendarRequest & { modules: { id: string; opens_on: string | null }[] },
) =>
  school.tx(async (db) => {
    const opensOnById = new Map(modules.map(({ id, opens_on }) => [id, opens_on]))
    const { calendar } = await readCalendar(db, request)
    if (opensOnById.size === 0) return { calendar }
    const ownModules = await queries.listModulesAmong(db, request.degreeId, [...opensOnById.keys()])
    if (ownModules.length < opensOnById.size) throw invalidField('modules', refusals.unknownModule)
    const dates = [...opensOnById].map(([moduleId, on]) => ({ moduleId, on: on === null ? null : new Date(on) }))
    await queries.saveDates(db, { cohortId: request.id, courseId: request.degreeId }, dates)
    return readCalendar(db, request)
  })

export const openForCohort = (school: School, { id, ...opening }: Opening & { id: string }, { now }: Clock) =>
  school.tx(async (db) => {
    const request = { id, degreeId: opening.degreeId }
    await readCalendar(db, request)
    await setOpening(db, { cohort_id: id }, opening, now())
    return readCalendar(db, request)
  })

export const getStudentOpenings = async (
  school: School,
  { userId, degreeId: courseId }: { userId: string; degreeId: string },
  tools: LearningTools,
) => ({ openings: toWireOpenings(await listStudentOpenings(school, { userId, courseId }, tools)) })

/** Opens modules to a student by hand, in a course that a class of the student gives access to, or takes such an opening back. */
export async function openForStudent(
  school: School,
  { userId, ...opening }: Opening & { userId: string },
  tools: LearningTools,
) {
  const request = { userId, courseId: opening.degreeId }
  if (opening.isOpen) await listStudentOpenings(school, request, tools)
  await school.tx((db) => setOpening(db, { user_id: userId }, opening, tools.now()))
  return getStudentOpenings(school, { userId, degreeId: opening.degreeId }, tools)
}

/**
 * Takes back what was opened by hand to students in the courses that one class alone gives them: a student who leaves it, or comes back, begins
 * again. A gap in a purchase takes nothing back.
 */
export async function forgetOpenings(db: SchoolDb, places: queries.Place[]): Promise<void> {
  if (places.length > 0) await queries.deleteOpenings(db, { places })
}

/** Forgets the openings of all students of a class that is about to be deleted. */
/** Dates the modules of a class as those of another one. */
export const copyDates = (db: SchoolDb, fromId: string, toId: string) => queries.copyDates(db, fromId, toId)

export const forgetCohortOpenings = (db: SchoolDb, cohortId: string) => queries.deleteOpenings(db, { cohortId })

async function setOpening(
  db: SchoolDb,
  target: queries.OpeningTarget,
  { degreeId, moduleId, isOpen }: Opening,
  now: Date,
) {
  const opening = { courseId: degreeId, moduleId }
  if (!isOpen) return queries.takeOpeningBack(db, target, opening)
  if (moduleId !== null && (await queries.listModulesAmong(db, degreeId, [moduleId])).length === 0)
    throw invalidField('moduleId', refusals.unknownModule)
  return queries.insertOpening(db, target, opening, now)
}

async function readCalendar(db: SchoolDb, { id, degreeId }: CalendarRequest): Promise<{ calendar: Calendar }> {
  if (!(await queries.findCohort(db, id))) throw notFound()
  const degree = await queries.findCourse(db, degreeId)
  if (!degree) throw new AppError('degree_not_found')
  const dates = await queries.listCohortDates(db, { cohortId: id, courseId: degreeId })
  const findDate = (moduleId: string | null) => dates.find((date) => date.moduleId === moduleId)
  const modules = await queries.listPublishedModules(db, degreeId)
  return {
    calendar: {
      degree,
      isOpened: Boolean(findDate(null)?.openedOn),
      modules: modules.map((module) => ({
        ...module,
        opens_on: findDate(module.id)?.datedOn?.toISOString() ?? null,
        isOpened: Boolean(findDate(module.id)?.openedOn),
      })),
    },
  }
}

const toWireOpenings = ({
  forStudent,
  forCohort,
  modules,
}: Awaited<ReturnType<typeof listStudentOpenings>>): StudentOpenings => ({
  isOpened: forStudent,
  isOpenedForClass: forCohort,
  modules: modules.map(({ id, title, lockedUntil, ...module }) => ({
    id,
    title,
    availableWhen: lockedUntil?.toISOString() ?? null,
    isOpened: module.forStudent,
    isOpenedForClass: module.forCohort,
  })),
})
