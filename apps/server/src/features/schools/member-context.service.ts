import { hourMs } from '@escola/contract/durations'
import type { Bank } from '@escola/contract/ledger.contract'
import type { Context } from '@escola/contract/schools.contract'
import { type SchoolDb, thisSchool } from '@escola/db'
import { coursesWith, type School, type TeamScope } from '../../core/scope.ts'
import type { Clock, Tools } from '../../core/tools.ts'
import { bookmarksOf } from '../bookmarks/bookmarks.service.ts'
import { listPdfs } from '../certificates/proof/pdfs.service.ts'
import { listTemplateSchools } from '../editions/editions.service.ts'
import { enterPublicCohort } from '../enrollments/public-cohort.service.ts'
import type { Outlines } from '../learning/outlines.service.ts'
import { userDegreeOf } from '../learning/progress.service.ts'
import { emptyBank, readBank } from '../ledger/ledger.service.ts'
import { recordVisit } from '../people/members.service.ts'
import { type Counts, findCounts, findMemberRecord, type Member, type MemberRecord } from './schools.queries.ts'

/** The part of the context that shows a caller's own things in the school. */
export type MemberContext = Pick<
  Context,
  | 'bank'
  | 'students'
  | 'courses'
  | 'gatewayList'
  | 'ownCohort'
  | 'acl'
  | 'certificateList'
  | 'bookmarks'
  | 'threads'
  | 'openAnswers'
  | 'sales'
  | 'notifications'
  | 'templateSchools'
>

interface AdministratorCounts extends Counts {
  bank: Bank
}

/** Counts for a member of the team what their rights are good in. */
const readCounts = async (db: SchoolDb, team: TeamScope): Promise<AdministratorCounts> => {
  const answers = coursesWith(team, 'courses')
  const of = { courses: team.may('reports') ? undefined : answers, questions: coursesWith(team, 'threads'), answers }
  const [counts, bank] = await Promise.all([findCounts(db, of), readBank(db)])
  return { ...counts, bank }
}

type MemberData = Omit<MemberRecord, keyof Member>

/** Visits are recorded once in so long, so that reading the context is mostly reading. */
const visitMs = hourMs

/** Records a member's visit; the first puts them into the public class of an open school. @returns the member's rows as they are afterwards */
export async function admitMember(
  school: School,
  { userId, record, isPrivate }: { userId: string; record: MemberRecord; isPrivate: boolean },
  { now }: Clock,
): Promise<MemberRecord> {
  const joins = !isPrivate && !record.was_in_public_cohort
  const wasSeen = record.utc_seen_on !== null && now().getTime() - record.utc_seen_on.getTime() < visitMs
  if (!joins && wasSeen) return record
  await school.tx(async (db) => {
    if (!wasSeen) await recordVisit(db, userId, now())
    if (joins) await enterPublicCohort(db, thisSchool, { userId, now: now() })
  })
  if (!joins) return record
  return (await findMemberRecord(school, userId)) ?? record
}

/**
 * @param inside rows of a member; undefined for a platform administrator without a membership
 * @param team rights of a member of the team
 */
export async function readMemberContext(
  school: School,
  {
    userId,
    sessionId,
    record = emptyRecord,
    team,
  }: { userId: string; sessionId: string; record: MemberData | undefined; team: TeamScope },
  { outlines, ...tools }: { outlines: Outlines } & Pick<Tools, 'config' | 'now'>,
): Promise<MemberContext> {
  const counts = team.isTeam ? await school.tx((db) => readCounts(db, team)) : noCounts
  const templateSchools = counts.hasEditions ? await listTemplateSchools(school) : []
  const bookmarks = record.has_bookmarks ? await bookmarksOf(school, userId) : []
  const certificateList = record.has_certificates ? await listPdfs(school, { userId, sessionId }, tools) : []
  const { courses, own, isPublic, hasAll } = openingsOf(record.classes)
  const completed = new Set(record.completed)
  const degrees: Context['acl']['degrees'] = {}
  for (const [courseId, revision] of record.started) {
    const outline = await outlines.of(school, { courseId, revision })
    const isOwn = own.has(courseId) || !courses.has(courseId)
    if (outline) degrees[courseId] = userDegreeOf(outline, completed, { isOwn })
  }
  return {
    bank: counts.bank,
    students: { total: counts.students },
    courses: counts.courses,
    gatewayList: counts.cohorts.map(({ id, title, utc_archived_on }) => ({
      ...{ id, title },
      ...(utc_archived_on && { is_archived: true }),
    })),
    ownCohort: counts.ownCohort ?? null,
    threads: { waiting: counts.waitingThreads },
    openAnswers: { waiting: counts.waitingAnswers },
    sales: { waiting: counts.waitingSales },
    acl: {
      degrees,
      school_gateways: {
        hasPublicAccess: isPublic,
        hasAllAccess: team.may('courses') || hasAll,
        allDegrees: [...courses],
      },
    },
    certificateList,
    bookmarks,
    notifications: { unread: record.unread },
    templateSchools,
  }
}

/** Courses that a member's classes open; `own` holds those that a class besides the public one opens. */
function openingsOf(classes: MemberRecord['classes']) {
  const found = { courses: new Set<string>(), own: new Set<string>(), isPublic: false, hasAll: false }
  for (const [isPublic, hasAllCourses, courseId] of classes) {
    if (isPublic === 'true') found.isPublic = true
    if (hasAllCourses === 'true') found.hasAll = true
    if (courseId === null) continue
    found.courses.add(courseId)
    if (isPublic !== 'true') found.own.add(courseId)
  }
  return found
}

const emptyRecord: MemberData = {
  classes: [],
  was_in_public_cohort: false,
  utc_seen_on: null,
  started: [],
  completed: [],
  has_certificates: false,
  has_bookmarks: false,
  unread: 0,
}

const noCounts: AdministratorCounts = {
  bank: emptyBank,
  students: 0,
  courses: { total: 0, published: 0, hasLesson: false },
  cohorts: [],
  ownCohort: undefined,
  waitingThreads: 0,
  waitingAnswers: 0,
  waitingSales: 0,
  hasEditions: false,
}

/** The context of a caller who has no place in the school. */
export const emptyMemberContext: MemberContext = {
  bank: emptyBank,
  students: { total: 0 },
  courses: noCounts.courses,
  gatewayList: [],
  ownCohort: null,
  threads: { waiting: 0 },
  openAnswers: { waiting: 0 },
  sales: { waiting: 0 },
  acl: { degrees: {}, school_gateways: { hasPublicAccess: false, hasAllAccess: false, allDegrees: [] } },
  certificateList: [],
  bookmarks: [],
  notifications: { unread: 0 },
  templateSchools: [],
}
