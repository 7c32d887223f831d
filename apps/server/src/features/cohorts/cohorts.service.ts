import type { Cohort, cohorts } from '@escola/contract/cohorts.contract'
import { errors } from '@escola/contract/errors'
import { limits } from '@escola/contract/limits'
import type { RouteOutput } from '@escola/contract/route'
import type { Integration } from '@escola/contract/sales'
import type { StudentSort } from '@escola/contract/sorts'
import { newCohortTitle } from '@escola/contract/titles'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import { makeOnce } from '../../core/make-once.ts'
import { stretchOf } from '../../core/paging.ts'
import type { People } from '../../core/people.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { forgetOpenings } from '../calendars/calendars.service.ts'
import { listIntegrations, refreshLookups, saveIntegrations } from '../integrations/integrations.service.ts'
import { queueMessage } from '../messages/messages.service.ts'
import { notify } from '../notifications/notifications.service.ts'
import * as queries from './cohorts.queries.ts'

export const { holdCohort } = queries

type CohortChanges = RouteOutput<typeof cohorts.update>['body']
/** The people, whom a class is given by e-mail. */
export interface CohortTools extends Tools {
  people: People
}

type NewStudent = RouteOutput<typeof cohorts.addStudent>['body']

const manual = 'manual'
/** One notice per person and class, whoever enrolls them and however often. */
export const noticeKey = (cohortId: string, userId: string) => `enrollment:${cohortId}:${userId}`

export const listCohorts = (school: School) =>
  school.tx(async (db) => {
    const [rows, integrations] = await Promise.all([queries.listCohorts(db), listIntegrations(db)])
    return {
      gatewayList: rows.map((row) => ({
        ...toWireCohort(row, integrations.get(row.id)),
        degreeTitles: row.course_titles,
      })),
    }
  })

export const createCohort = (school: Attended, { title }: { title?: string }, tools: Pick<Tools, 'now'>) =>
  school.tx(async (db) => {
    const make = () => queries.insertCohort(db, title || newCohortTitle)
    const { id } = await makeOnce(db, school, { kind: 'cohort', make }, tools)
    return { gateway: await getCohort(db, id) }
  })

export const openCohort = (school: School, { id, sort, page }: { id: string; sort: StudentSort; page: number }) =>
  school.tx(async (db) => {
    const gateway = await getCohort(db, id)
    const rowsPerPage = limits.studentsPerPage
    const total = gateway.totalStudents
    const list = await queries.listEnrolledStudents(db, id, { sort, ...stretchOf({ page, rowsPerPage, total }) })
    return {
      gateway,
      students: { total, page, rowsPerPage, list: list.map(toWireStudent) },
      degrees: await queries.listCourseChoices(db),
    }
  })

export const updateCohort = (
  school: School,
  { id, title, degrees, all_degrees, integrations }: CohortChanges & { id: string },
  tools: Pick<Tools, 'config'>,
) =>
  school.tx(async (db) => {
    if (!(await queries.lockCohort(db, id))) throw notFound()
    const values = {
      ...(title !== undefined && { title: title || newCohortTitle }),
      ...(all_degrees !== undefined && { all_courses: all_degrees }),
    }
    if (Object.keys(values).length > 0) await queries.updateCohort(db, id, values)
    if (degrees) await saveCourses(db, id, [...new Set(degrees)])
    if (integrations) await saveIntegrations(school, db, { cohortId: id, wanted: integrations }, tools)
    return { gateway: await getCohort(db, id) }
  })

async function saveCourses(db: SchoolDb, id: string, courseIds: string[]) {
  const held = await queries.holdCourses(db, courseIds)
  if (held.length < courseIds.length) throw invalidField('degrees', errors.degree_not_found.pt)
  await queries.replaceCohortCourses(db, id, courseIds)
}

export const removeCohort = (school: School, { id }: { id: string }) =>
  school.tx(async (db) => {
    const cohort = await queries.lockCohort(db, id)
    if (!cohort) throw notFound()
    if (cohort.is_public) throw new AppError('public_cohort')
    await queries.deleteCohort(db, id)
    await refreshLookups(db)
    await forgetOpenings(db, {})
    return done
  })

/** Membership, enrollment and mail commit together, and each is made once however often this is asked. */
export async function addStudent(
  school: Attended,
  { cohortId, ...student }: NewStudent & { cohortId: string },
  tools: Pick<CohortTools, 'now' | 'people'>,
) {
  const known = (await tools.people.ensure([student.email])).get(student.email)!
  return school.tx(async (db) => {
    if (!(await queries.holdCohort(db, cohortId))) throw notFound()
    const make = () => enroll(db, cohortId, { userId: known, origin: manual, ...student }, tools)
    const kind = `student ${cohortId} ${student.email}`
    const { userId, enrolled } = await makeOnce(db, school, { kind, make }, tools)
    const row = await queries.findEnrolledStudent(db, cohortId, userId)
    // Somebody took them out again while this waited.
    if (!row) throw notFound()
    return {
      student: toWireStudent(row),
      alreadyEnrolled: !enrolled,
      bank: { balance: '0.00', points: 0 },
    }
  })
}

/**
 * Makes somebody a student of the school and of a class that is held, with the mail that says so. Twice is once.
 * @param student.origin who did it
 */
export async function enroll(
  db: SchoolDb,
  cohortId: string,
  { userId, name, email, cellphone, origin }: NewStudent & { userId: string; origin: string },
  tools: Pick<Tools, 'now'>,
) {
  const isNew = await queries.ensureStudent(db, { userId, name, email, cellphone, origin }, tools.now())
  const enrolled = await queries.insertEnrollment(db, cohortId, userId, origin)
  if (isNew) {
    const dedupeKey = `invitation:${userId}`
    await queueMessage(db, { userId, kind: 'invitation', dedupeKey, params: { cohortId } }, tools)
  } else if (enrolled) {
    const dedupeKey = noticeKey(cohortId, userId)
    await queueMessage(db, { userId, kind: 'enrollment', dedupeKey, params: { cohortId } }, tools)
  }
  if (enrolled) await notify(db, { kind: 'access_given', subjectId: cohortId }, [userId], tools)
  return { userId, enrolled }
}

export const removeStudent = (school: School, { cohortId, userId }: { cohortId: string; userId: string }) =>
  school.tx(async (db) => {
    if (!(await queries.deleteEnrollment(db, cohortId, userId))) throw notFound()
    await forgetOpenings(db, { userId })
    return done
  })

/** Takes somebody out of a class who came into it by one of these ways; however else they came, they stay. */
export async function takeOut(
  db: SchoolDb,
  { cohortId, userId, origins }: { cohortId: string; userId: string; origins: readonly string[] },
) {
  if (await queries.deleteEnrollment(db, cohortId, userId, origins)) await forgetOpenings(db, { userId })
}

async function getCohort(db: SchoolDb, id: string) {
  const row = await queries.findCohort(db, id)
  if (!row) throw notFound()
  return toWireCohort(row, (await listIntegrations(db, id)).get(id))
}

const toWireCohort = (row: queries.CohortRow, integrations: Integration[] = []): Cohort => ({
  id: row.id,
  title: row.title,
  is_public: row.is_public,
  all_degrees: row.all_courses,
  degrees: row.course_ids,
  integrations,
  totalStudents: row.students,
  opens: row.opens,
})

const toWireStudent = ({ utc_created_on, ...row }: queries.EnrolledStudentRow) => ({
  ...row,
  utc_created_on: utc_created_on.toISOString(),
})
