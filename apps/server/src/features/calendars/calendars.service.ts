import type { Calendar, Opening, StudentOpenings } from '@escola/contract/calendars.contract'
import { refusals } from '@escola/contract/refusals'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import type { LearningTools } from '../learning/learning.service.ts'
import { studentOpenings } from '../learning/module-openings.service.ts'
import * as queries from './calendars.queries.ts'

export const listCalendars = (school: School, id: string) =>
  school.tx(async (db) => {
    if (!(await queries.findCohort(db, id))) throw notFound()
    const degrees = await queries.listCohortCourses(db, id)
    return { degrees: degrees.map(({ is_opened: isOpened, ...degree }) => ({ ...degree, isOpened })) }
  })

interface CalendarAsk {
  id: string
  degreeId: string
}

export const getCalendar = (school: School, asked: CalendarAsk) => school.tx((db) => calendarAnswer(db, asked))

export const saveCalendar = (
  school: School,
  { modules, ...asked }: CalendarAsk & { modules: { id: string; opens_on: string | null }[] },
) =>
  school.tx(async (db) => {
    const wanted = new Map(modules.map(({ id, opens_on }) => [id, opens_on]))
    const { calendar } = await calendarAnswer(db, asked)
    if (wanted.size === 0) return { calendar }
    const known = await queries.listModulesAmong(db, asked.degreeId, [...wanted.keys()])
    if (known.length < wanted.size) throw invalidField('modules', refusals.unknownModule)
    const dates = [...wanted].map(([moduleId, on]) => ({ moduleId, on: on === null ? null : new Date(on) }))
    await queries.saveDates(db, { cohortId: asked.id, courseId: asked.degreeId }, dates)
    return calendarAnswer(db, asked)
  })

export const openForCohort = (
  school: School,
  { id, ...opening }: Opening & { id: string },
  { now }: Pick<Tools, 'now'>,
) =>
  school.tx(async (db) => {
    const asked = { id, degreeId: opening.degreeId }
    await calendarAnswer(db, asked)
    await open(db, { cohort_id: id }, opening, now())
    return calendarAnswer(db, asked)
  })

export const getStudentOpenings = async (
  school: School,
  { userId, degreeId: courseId }: { userId: string; degreeId: string },
  tools: LearningTools,
) => ({ openings: toWireOpenings(await studentOpenings(school, { userId, courseId }, tools)) })

/** Courses that no class opens to a student are not opened by hand: a class gives access, and this the hour alone. */
export async function openForStudent(
  school: School,
  { userId, ...opening }: Opening & { userId: string },
  tools: LearningTools,
) {
  const asked = { userId, courseId: opening.degreeId }
  if (opening.isOpen) await studentOpenings(school, asked, tools)
  await school.tx((db) => open(db, { user_id: userId }, opening, tools.now()))
  return getStudentOpenings(school, { userId, degreeId: opening.degreeId }, tools)
}

/**
 * Takes back what was opened by hand to students in the courses that one class alone gives them: a student who leaves it, or comes back, begins
 * anew. A gap in a purchase takes nothing back.
 */
export async function forgetOpenings(db: SchoolDb, places: queries.Place[]): Promise<void> {
  if (places.length > 0) await queries.deleteOpenings(db, { places })
}

/** Does so for all students of a class that is about to be deleted. */
export const forgetCohortOpenings = (db: SchoolDb, cohortId: string) => queries.deleteOpenings(db, { cohortId })

async function open(db: SchoolDb, whose: queries.Opener, { degreeId, moduleId, isOpen }: Opening, now: Date) {
  const opening = { courseId: degreeId, moduleId }
  if (!isOpen) return queries.takeOpeningBack(db, whose, opening)
  if (moduleId !== null && (await queries.listModulesAmong(db, degreeId, [moduleId])).length === 0)
    throw invalidField('moduleId', refusals.unknownModule)
  return queries.insertOpening(db, whose, opening, now)
}

async function calendarAnswer(db: SchoolDb, { id, degreeId }: CalendarAsk): Promise<{ calendar: Calendar }> {
  if (!(await queries.findCohort(db, id))) throw notFound()
  const degree = await queries.findCourse(db, degreeId)
  if (!degree) throw new AppError('degree_not_found')
  const dates = await queries.listCohortDates(db, { cohortId: id, courseId: degreeId })
  const dateOf = (moduleId: string | null) => dates.find((date) => date.moduleId === moduleId)
  const modules = await queries.listPublishedModules(db, degreeId)
  return {
    calendar: {
      degree,
      isOpened: Boolean(dateOf(null)?.openedOn),
      modules: modules.map((module) => ({
        ...module,
        opens_on: dateOf(module.id)?.datedOn?.toISOString() ?? null,
        isOpened: Boolean(dateOf(module.id)?.openedOn),
      })),
    },
  }
}

const toWireOpenings = ({
  forStudent,
  forCohort,
  modules,
}: Awaited<ReturnType<typeof studentOpenings>>): StudentOpenings => ({
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
