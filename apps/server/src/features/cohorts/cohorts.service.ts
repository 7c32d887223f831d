import {
  type Cohort,
  type CohortStudent,
  cohortMessages,
  type cohorts,
  stalledDays,
} from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { limits } from '@escola/contract/limits'
import { cleanText } from '@escola/contract/people'
import type { RouteOutput } from '@escola/contract/route'
import type { Integration } from '@escola/contract/sales'
import { endOfDay, joinRefusals, lastDayBefore, termMessages } from '@escola/contract/terms'
import { newCohortTitle, newPublicCohortTitle } from '@escola/contract/titles'
import { done } from '@escola/contract/wire'
import type { PlatformDb, SchoolDb } from '@escola/db'
import { invalidField, notFound } from '../../core/app-error.ts'
import { pageRangeOf } from '../../core/paging.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { BillingTools, Clock, Tools } from '../../core/tools.ts'
import { makeOnce } from '../../make-once/make-once.ts'
import { holdChosenCourses, listCourseChoices } from '../categories/chosen-courses.service.ts'
import { endGrants, giveGrants, type NewGrant } from '../enrollments/enrollments.service.ts'
import { refuseJoining } from '../enrollments/seats.service.ts'
import { startTermChange } from '../enrollments/term-changes.service.ts'
import { countLosing, readTerm, setException } from '../enrollments/terms.service.ts'
import { countLosingBuyers } from '../integrations/integration-terms.service.ts'
import { listIntegrations, repeatWaiting, saveIntegrations } from '../integrations/integrations.service.ts'
import { progressText } from '../learning/progress.service.ts'
import { readBank } from '../ledger/ledger.service.ts'
import { lookUpSearch } from '../people/member-search.service.ts'
import { followMerges } from '../people/merged.service.ts'
import type { People } from '../people/people.service.ts'
import * as queries from './cohorts.queries.ts'

type CohortChanges = RouteOutput<typeof cohorts.update>['body']
/** Tools with the people, whom a class is given by e-mail. */
export interface CohortTools extends Tools {
  people: People
}

type NewStudent = RouteOutput<typeof cohorts.addStudent>['body']

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

type CohortPage = RouteOutput<typeof cohorts.get>['query']

export const openCohort = (
  school: School,
  { id, sort, page, search, standing: progress }: CohortPage & { id: string },
  { now }: Clock,
) =>
  school.tx(async (db) => {
    const gateway = await getCohort(db, id)
    const rowsPerPage = limits.studentsPerPage
    const asked = {
      search: await lookUpSearch(db, cleanText(search), { seesContacts: true }),
      progress,
      stalledSince: new Date(now().getTime() - stalledDays * dayMs),
    }
    const isNarrowed = asked.search !== undefined || progress !== ''
    const total = isNarrowed ? await queries.countAsked(db, id, asked) : gateway.totalStudents
    const range = pageRangeOf({ page, rowsPerPage, total })
    const rows = await queries.listEnrolledStudents(db, id, { sort, ...range }, isNarrowed ? asked : undefined)
    return {
      gateway,
      students: { total, page, rowsPerPage, list: await toWireStudents(db, id, rows) },
      degrees: await listCourseChoices(db),
    }
  })

export const updateCohort = (
  school: Attended,
  { id, degrees, integrations, ...changes }: CohortChanges & { id: string },
  tools: Pick<Tools, 'config' | 'now'>,
) =>
  school.tx(async (db) => {
    const before = await queries.lockCohort(db, id)
    if (!before) throw notFound()
    const values = toValues(changes, before, tools.now())
    if (Object.keys(values).length > 0) await queries.updateCohort(db, id, values)
    const { term, term_scope, sales_ended } = changes
    if (term && term_scope === 'all')
      await startTermChange(db, { cohortId: id, term, askedBy: school.actor.userId }, tools)
    if (degrees)
      await queries.replaceCourses(
        db,
        id,
        await holdChosenCourses(db, degrees, { kept: await queries.listCourseIds(db, id) }),
      )
    const waiting_sales = integrations
      ? await saveIntegrations(school, db, { cohortId: id, wanted: integrations }, tools)
      : sales_ended === false && before.utc_sales_ended_on
        ? await repeatWaiting(db, id)
        : 0
    return { gateway: await getCohort(db, id), waiting_sales }
  })

type Before = Pick<queries.CohortRow, 'is_public' | 'utc_sales_ended_on' | 'utc_archived_on'>

/** A switch that is set once more keeps its moment. */
function toValues(
  { title, all_degrees, term, seats, enrolls_until, sales_ended, is_archived }: Partial<CohortChanges>,
  before: Before,
  now: Date,
): queries.CohortValues {
  if (term?.kind === 'date' && endOfDay(term.until) <= now) throw invalidField('term.until', termMessages.pastDay)
  if (is_archived && before.is_public) throw invalidField('is_archived', cohortMessages.publicStays)
  const momentOf = (isSet: boolean, since: Date | null) => (isSet ? (since ?? now) : null)
  return {
    ...(title !== undefined && { title: title || newCohortTitle }),
    ...(all_degrees !== undefined && { all_courses: all_degrees }),
    ...(term !== undefined && { term: JSON.stringify(term) }),
    ...(seats !== undefined && { seats }),
    ...(enrolls_until !== undefined && { utc_enrolls_until: enrolls_until === null ? null : endOfDay(enrolls_until) }),
    ...(sales_ended !== undefined && { utc_sales_ended_on: momentOf(sales_ended, before.utc_sales_ended_on) }),
    ...(is_archived !== undefined && { utc_archived_on: momentOf(is_archived, before.utc_archived_on) }),
  }
}

/** Membership, grant and mail commit together, and each is made once however often this is asked. */
export async function addStudent(
  school: Attended,
  { cohortId, ...student }: NewStudent & { cohortId: string },
  tools: Pick<CohortTools, 'now' | 'billing' | 'people'>,
) {
  const { userId: namedId, email } = (await tools.people.ensureFor(school, [student.email])).get(student.email)!
  return school.tx(async (db) => {
    if (!(await queries.holdCohort(db, cohortId))) throw notFound()
    const userId = (await followMerges(db, [namedId])).get(namedId)!
    const make = () => join(db, school, { cohortId, student: { ...student, userId, email }, field: 'email' }, tools)
    const kind = `student ${cohortId} ${student.email}`
    const { hasJoined } = await makeOnce(db, school, { kind, make }, tools)
    const row = await queries.findEnrolledStudent(db, cohortId, userId)
    // An administrator took the student out again while this waited.
    if (!row) throw notFound()
    const [added] = await toWireStudents(db, cohortId, [row])
    return {
      student: added!,
      alreadyEnrolled: !hasJoined,
      bank: await readBank(db),
    }
  })
}

/** Adds a student of the school by what the school has of them: a name that users give themselves may be shorter than one that is typed here. */
export const addKnownStudent = (
  school: Attended,
  { cohortId, userId: namedId }: { cohortId: string; userId: string },
  tools: BillingTools,
) =>
  school.tx(async (db) => {
    const userId = (await followMerges(db, [namedId])).get(namedId)!
    const known = await queries.findStudent(db, userId)
    if (!known || !(await queries.holdCohort(db, cohortId))) throw notFound()
    const student = { ...known, userId }
    const make = () => join(db, school, { cohortId, student, field: 'school_gateway_id' }, tools)
    const { hasJoined } = await makeOnce(db, school, { kind: `student ${cohortId} ${userId}`, make }, tools)
    return { alreadyEnrolled: !hasJoined }
  })

/** @param field field that a refusal names */
async function join(
  db: SchoolDb,
  { actor }: Attended,
  { cohortId, student, field }: Pick<NewGrant, 'cohortId' | 'student'> & { field: string },
  tools: BillingTools,
) {
  const refusal = (await refuseJoining(db, cohortId, [student.userId], tools)).get(student.userId)
  if (refusal) throw invalidField(field, joinRefusals[refusal])
  const grant = { cohortId, student, source: 'manual' as const, grantedBy: actor.userId }
  return (await giveGrants(db, [grant], tools, { mayOwe: false }))[0]!
}

/** Ends every grant of the student in the class, whatever gave it. */
export const removeStudent = (
  school: Attended,
  { cohortId, userId }: { cohortId: string; userId: string },
  tools: Clock,
) =>
  school.tx(async (db) => {
    const end = { why: 'removed_by_school', endedBy: school.actor.userId } as const
    const { left } = await endGrants(db, { cohortId, userId }, end, tools)
    if (left.length === 0) throw notFound()
    return done
  })

/** @returns the end of the access, which may be that of what was paid */
export const setStudentTerm = (
  school: Attended,
  { cohortId, userId, until }: { cohortId: string; userId: string; until: string | null },
  tools: Clock,
) =>
  school.tx(async (db) => {
    if (!(await queries.holdCohort(db, cohortId))) throw notFound()
    await setException(db, { cohortId, userId, until, setBy: school.actor.userId }, tools)
    const row = await queries.findEnrolledStudent(db, cohortId, userId)
    if (!row) throw notFound()
    return { utc_ends_on: row.utc_ends_on?.toISOString() ?? null }
  })

export const countLosingStudents = (
  school: School,
  { id: cohortId, ...asked }: RouteOutput<typeof cohorts.countLosing>['body'] & { id: string },
  tools: Clock,
) =>
  school.tx(async (db) => {
    if (!(await queries.holdCohort(db, cohortId))) throw notFound()
    const losing =
      'integration_id' in asked
        ? await countLosingBuyers(db, { cohortId, integrationId: asked.integration_id, term: asked.term }, tools)
        : await countLosing(db, { cohortId, ...asked }, tools)
    return { losing }
  })

/** Holds a class that is there for its school: it is not deleted until the transaction ends. */
export const holdCohort = async (db: SchoolDb, id: string): Promise<boolean> =>
  (await queries.holdCohort(db, id)) !== undefined

/** Holds a class for work that has begun in it, and ends even when the school becomes private meanwhile, which hides its public class. */
export const holdAnyCohort = async (db: SchoolDb, id: string): Promise<boolean> =>
  (await queries.holdAnyCohort(db, id)) !== undefined

/** The class that a school is born with; it is hidden, and opens nothing, while the school is private. */
export const makePublicCohort = (db: PlatformDb, schoolId: string) =>
  queries.insertPublicCohort(db, schoolId, newPublicCohortTitle)

/** Follows each change of the school's privacy. */
export const hidePublicCohort = (db: SchoolDb, isHidden: boolean) => queries.hidePublicCohort(db, isHidden)

export async function getCohort(db: SchoolDb, id: string) {
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
  term: readTerm(row.term),
  seats: row.seats,
  enrolls_until: row.utc_enrolls_until && lastDayBefore(row.utc_enrolls_until),
  ...(row.term_change && { term_change: row.term_change }),
  ...(row.utc_sales_ended_on && { sales_ended: true }),
  ...(row.utc_archived_on && { is_archived: true }),
})

async function toWireStudents(
  db: SchoolDb,
  cohortId: string,
  rows: queries.EnrolledStudentRow[],
): Promise<CohortStudent[]> {
  const ids = rows.map(({ user_id }) => user_id)
  const progress = await readProgress(db, cohortId, ids)
  return rows.map(({ utc_created_on, utc_ends_on, utc_seen_on, ...row }) => ({
    ...row,
    progress: progress.get(row.user_id)!,
    utc_created_on: utc_created_on.toISOString(),
    utc_ends_on: utc_ends_on?.toISOString() ?? null,
    utc_seen_on: utc_seen_on?.toISOString() ?? null,
  }))
}

/** Progress of students in the courses of a class, by their ids: '0.00' to '100.00'. */
export const readProgress = async (db: SchoolDb, cohortId: string, userIds: string[]): Promise<Map<string, string>> =>
  new Map(
    (await queries.listProgress(db, cohortId, userIds)).map(({ user_id, completed, lessons }) => [
      user_id,
      progressText(completed, lessons),
    ]),
  )
