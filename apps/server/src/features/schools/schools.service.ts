import type { Context, School as WireSchool } from '@escola/contract/schools.contract'
import type { SignedIn as WireSignedIn } from '@escola/contract/sessions.contract'
import { thisSchool } from '@escola/db'
import { basePathOf } from '../../core/base-path.ts'
import { enterPublicCohort } from '../../core/public-cohort.queries.ts'
import { type Actor, isPlatformAdmin, type School, type SignedIn, type Unasked } from '../../core/scope.ts'
import { type Belonging, findSignedIn } from '../../core/signed-in.queries.ts'
import type { PlatformTools } from '../../core/tools.ts'
import type { VisitLog } from '../../http/visit-log.ts'
import { bookmarksOf } from '../bookmarks/bookmarks.service.ts'
import type { Outlines } from '../learning/outlines.service.ts'
import { userDegreeOf } from '../learning/progress.service.ts'
import { academyUrlFor } from './academy.ts'
import type { SchoolAddresses } from './school-addresses.service.ts'
import {
  type Counts,
  findCounts,
  findInside,
  findMember,
  findSchool,
  type Inside,
  type Member,
  type SchoolAsk,
  type SchoolRow,
} from './schools.queries.ts'
import { roleList, toWireSchool, toWireSummary, toWireUser } from './wire-school.ts'

/** The bank and plan of a school that has bought nothing yet (part 1 §9). */
const startingBank = { balance: '0.00', points: 0 }
const startingPlan = { plan_id: 'onDemand', plan_name: 'On Demand', price_ssl: '0.50' }

interface ContextTools extends Pick<PlatformTools, 'config' | 'platform' | 'now'> {
  /** The school that an address names is found before anybody is in it. */
  openSchool(id: string): School
  addresses: SchoolAddresses
  outlines: Outlines
  visitLog: VisitLog
}

/** What the screens start with: which school the address names, and who is asking (part 1 §7). */
export class Contexts {
  readonly #tools: ContextTools

  constructor(tools: ContextTools) {
    this.#tools = tools
  }

  async of(
    { claimedBy, signedIn }: Pick<Unasked, 'claimedBy' | 'signedIn'>,
    address: { domain: string; pathname: string },
  ): Promise<Context> {
    const { config, addresses } = this.#tools
    const ask = addresses.askOf(address)
    const finding = signedIn()
    const [{ actor, person } = nobody, [school, known]] = await Promise.all([
      finding,
      this.#schoolWithin(ask, claimedBy, finding),
    ])
    const mine = person?.belongings.find((one) => one.id === school?.id)
    const found = mine?.is_student && school && known ? await this.#letIn(school, person!.id, known) : known
    const isView = school !== undefined && isPlatformView(actor, ask, { school, mine })
    if (isView) await this.#tools.visitLog.noteVisit(school.id, actor!)
    const roles = roleList({ is_admin: isView || mine?.is_admin === true, is_student: mine?.is_student === true })
    const isInside = school && (mine || isView)
    const inside = isInside
      ? await this.#insideOf(school.id, {
          userId: actor!.userId,
          inside: found ?? noPlace,
          isAdmin: roles.includes('admin'),
        })
      : nothing
    const user = person ? toWireUser(person, mine && found, actor!.strong) : null
    return {
      user,
      school: school
        ? toWireSchool(school, roles, { base_path: basePathAt(ask, school), platform_view: isView })
        : null,
      academyUrl: user && school?.is_academy && !isView ? academyUrlFor(config.academyApps, user.role) : null,
      schools: (person?.belongings ?? []).map((one) => this.#summaryAt(ask, one, school?.id)),
      bank: startingBank,
      resource: startingPlan,
      templateSchools: [],
      mailboxUrl: config.mailboxUrl ?? null,
      support: mine?.is_admin ? config.support : noSupport,
      ...inside,
    }
  }

  /** The part of it that a session begins with, for somebody who was just let in: who they are, and where they may go. */
  async ofPerson(actor: Actor): Promise<Pick<WireSignedIn, 'user' | 'schools'>> {
    const { platform, openSchool } = this.#tools
    const [found, member] = await Promise.all([
      findSignedIn(platform, actor.sessionId),
      actor.sessionSchoolId ? findMember(openSchool(actor.sessionSchoolId), actor.userId) : undefined,
    ])
    const { person } = found!
    return { user: toWireUser(person, member, actor.strong), schools: person.belongings.map(toWireSummary) }
  }

  /** With what somebody has in it, which is told to nobody else; whether it is them, and whether they belong there, is found out meanwhile. */
  async #schoolWithin(
    ask: SchoolAsk,
    userId: string | undefined,
    finding: Promise<SignedIn | undefined>,
  ): Promise<[SchoolRow?, Inside?]> {
    const insideOf = ({ id }: SchoolRow) =>
      userId ? findInside(this.#tools.openSchool(id), userId) : Promise.resolve(undefined)
    const last = userId ? await this.#tools.addresses.lastOf(ask) : undefined
    const [school, inside] = await Promise.all([this.#schoolNow(ask, last, finding), last && insideOf(last)])
    if (!school) return []
    return [school, school.id === last?.id ? inside : await insideOf(school)]
  }

  /** What was remembered of a school holds for its people as long as their own row of it says so: nobody needs to look again. */
  async #schoolNow(ask: SchoolAsk, last: SchoolRow | undefined, finding: Promise<SignedIn | undefined>) {
    // A name that the school has left may be another's by now.
    const isOwnName = last && (!('namespace' in ask) || last.namespace === ask.namespace)
    const mine = isOwnName && (await finding)?.person.belongings.find(({ id }) => id === last.id)
    return mine && mine.revision === last?.revision ? last : this.#tools.addresses.schoolOf(ask)
  }

  /** A member's first visit to a school that is open puts them into its public class. */
  async #letIn(school: SchoolRow, userId: string, known: Inside): Promise<Inside> {
    if (school.is_private || known.was_in_public_cohort) return known
    const { openSchool, now } = this.#tools
    const opened = openSchool(school.id)
    await opened.tx((db) => enterPublicCohort(db, thisSchool, { userId, now: now() }))
    return (await findInside(opened, userId)) ?? known
  }

  /** A school as its administrators get it, once they have changed it. */
  async changed(id: string): Promise<WireSchool> {
    this.#tools.addresses.forget()
    const school = await findSchool(this.#tools.platform, { id })
    return toWireSchool(school!, ['admin'], { base_path: basePathOf(school!), platform_view: false })
  }

  /** On a school's own domain the others are elsewhere: a whole address leads there. */
  #summaryAt(ask: SchoolAsk, one: Belonging, hereId: string | undefined) {
    const summary = toWireSummary(one)
    if (!('domain' in ask)) return summary
    return { ...summary, base_path: one.id === hereId ? '' : `${this.#tools.config.publicUrl}${summary.base_path}` }
  }

  async #insideOf(
    schoolId: string,
    { userId, inside, isAdmin }: { userId: string; inside: Omit<Inside, keyof Member>; isAdmin: boolean },
  ): Promise<typeof nothing> {
    const school = this.#tools.openSchool(schoolId)
    const counts = isAdmin ? await school.tx(findCounts) : noCounts
    const bookmarks = inside.has_bookmarks ? await bookmarksOf(school, userId) : []
    const { courses, own, isPublic, hasAll } = openingsOf(inside.classes)
    const completed = new Set(inside.completed)
    const degrees: Context['acl']['degrees'] = {}
    for (const [courseId, revision] of inside.started) {
      const outline = await this.#tools.outlines.of(school, { courseId, revision })
      const isOwn = own.has(courseId) || !courses.has(courseId)
      if (outline) degrees[courseId] = userDegreeOf(outline, completed, { isOwn })
    }
    return {
      students: { total: counts.students },
      courses: counts.courses,
      gatewayList: counts.cohorts,
      threads: { waiting: counts.waitingThreads },
      acl: {
        degrees,
        school_gateways: {
          hasPublicAccess: isPublic,
          hasAllAccess: isAdmin || hasAll,
          allDegrees: [...courses],
        },
      },
      certificateList: inside.certificates.map(([id, degree_id]) => ({ id, degree_id })),
      bookmarks,
      notifications: { unread: inside.unread },
    }
  }
}

/** Part 1 §6: only in the school's own view, escola/{id}, and where they are no administrator who may come in by themselves. */
const isPlatformView = (
  actor: Actor | undefined,
  ask: SchoolAsk,
  { school, mine }: { school: SchoolRow; mine: Belonging | undefined },
) => 'id' in ask && isPlatformAdmin(actor) && (school.is_blocked || mine?.is_admin !== true)

/** What somebody has in a school who does not belong to it. */
const noPlace: Omit<Inside, keyof Member> = {
  classes: [],
  was_in_public_cohort: false,
  started: [],
  completed: [],
  certificates: [],
  has_bookmarks: false,
  unread: 0,
}

/** What somebody's classes open to them, and which of it a class of their own does, not the public one alone. */
function openingsOf(classes: Inside['classes']) {
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

const nobody = { actor: undefined, person: undefined }
const noSupport = { email: '', url: '' }
const noCounts: Counts = {
  students: 0,
  courses: { total: 0, published: 0, hasLesson: false },
  cohorts: [],
  waitingThreads: 0,
}

const nothing: Pick<
  Context,
  'students' | 'courses' | 'gatewayList' | 'acl' | 'certificateList' | 'bookmarks' | 'threads' | 'notifications'
> = {
  students: { total: 0 },
  courses: noCounts.courses,
  gatewayList: [],
  threads: { waiting: 0 },
  acl: { degrees: {}, school_gateways: { hasPublicAccess: false, hasAllAccess: false, allDegrees: [] } },
  certificateList: [],
  bookmarks: [],
  notifications: { unread: 0 },
}

/** Where the school's pages begin for somebody who came by this address: by its id, they stay there. */
const basePathAt = (ask: SchoolAsk, { id, namespace }: SchoolRow) =>
  'domain' in ask ? '' : basePathOf({ id, namespace: 'id' in ask ? null : namespace })
