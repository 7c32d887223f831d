import { isNamespace } from '@escola/contract/namespaces'
import { paletteOf } from '@escola/contract/palettes'
import type { Context, School as WireSchool } from '@escola/contract/schools.contract'
import type { SignedIn } from '@escola/contract/sessions.contract'
import { isId } from '@escola/contract/wire'
import { thisSchool } from '@escola/db'
import { basePathOf } from '../../core/base-path.ts'
import { isOwnHost } from '../../core/own-hosts.ts'
import { enterPublicCohort } from '../../core/public-cohort.queries.ts'
import type { Actor, School } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { imageUrl } from '../../files/image-url.ts'
import type { Outlines } from '../learning/outlines.service.ts'
import { progressIn } from '../learning/progress.service.ts'
import {
  type Belonging,
  type Counts,
  findCounts,
  findInside,
  findMember,
  findMovedSchool,
  findPerson,
  findSchool,
  type Inside,
  type Member,
  type Person,
  type SchoolAsk,
  type SchoolRow,
} from './schools.queries.ts'

/** The bank and plan of a school that has bought nothing yet (part 1 §9). */
const startingBank = { balance: '0.00', points: 0 }
const startingPlan = { plan_id: 'onDemand', plan_name: 'On Demand', price_ssl: '0.50' }

/** An address names the same school for everybody, so its row is remembered this long. */
const rememberMs = 1000

interface ContextTools extends Pick<PlatformTools, 'config' | 'platform' | 'now'> {
  /** The school that an address names is found before anybody is in it. */
  openSchool(id: string): School
  outlines: Outlines
}

/** What the screens start with: which school the address names, and who is asking (part 1 §7). */
export class Contexts {
  readonly #tools: ContextTools
  readonly #schools = new Map<string, { until: number; row: Promise<SchoolRow | undefined> }>()

  constructor(tools: ContextTools) {
    this.#tools = tools
  }

  async of(actor: Actor | undefined, address: { domain: string; pathname: string }): Promise<Context> {
    const { platform, config } = this.#tools
    const ask = this.#askOf(address)
    const [person, [school, known]] = await Promise.all([
      actor ? findPerson(platform, actor) : null,
      this.#schoolWithin(ask, actor),
    ])
    const mine = person?.belongings.find((one) => one.id === school?.id)
    const roles = mine ? roleList(mine) : []
    const found = mine?.is_student && school && known ? await this.#letIn(school, person!.id, known) : known
    const inside = mine && found ? await this.#insideOf(mine.id, found, mine.is_admin) : nothing
    return {
      user: person && toWireUser(person, mine && found),
      school: school ? toWireSchool(school, roles, basePathAt(ask, school)) : null,
      schools: (person?.belongings ?? []).map((one) => this.#summaryAt(ask, one, school?.id)),
      bank: startingBank,
      resource: startingPlan,
      bookmarks: [],
      templateSchools: [],
      mailboxUrl: config.mailboxUrl ?? null,
      ...inside,
    }
  }

  /** The part of it that a session begins with, for somebody who was just let in: who they are, and where they may go. */
  async ofPerson(actor: Actor): Promise<Pick<SignedIn, 'user' | 'schools'>> {
    const { platform, openSchool } = this.#tools
    const [person, member] = await Promise.all([
      findPerson(platform, actor),
      actor.sessionSchoolId ? findMember(openSchool(actor.sessionSchoolId), actor.userId) : undefined,
    ])
    return { user: toWireUser(person!, member), schools: person!.belongings.map(toWireSummary) }
  }

  /** With what somebody has in it, which is told to nobody else; whether they belong there is found out meanwhile. */
  async #schoolWithin(ask: SchoolAsk, actor: Actor | undefined): Promise<[SchoolRow?, Inside?]> {
    const school = await this.#schoolOf(ask)
    if (!school) return []
    return actor ? [school, await findInside(this.#tools.openSchool(school.id), actor.userId)] : [school]
  }

  /** A member's first visit to a school that is open puts them into its public class. */
  async #letIn(school: SchoolRow, userId: string, known: Inside): Promise<Inside> {
    if (school.is_private || known.was_in_public_cohort) return known
    const { openSchool, now } = this.#tools
    const opened = openSchool(school.id)
    await opened.tx((db) => enterPublicCohort(db, thisSchool, { userId, now: now() }))
    return (await findInside(opened, userId)) ?? known
  }

  /** The school that an address names; for what is said of it to anybody. */
  schoolAt(address: { domain: string; pathname: string }): Promise<SchoolRow | undefined> {
    return this.#schoolOf(this.#askOf(address))
  }

  /** Where the school that an address names begins, and the rest of it; nothing needs to be looked up for that. */
  split(address: { domain: string; pathname: string }): { base: string; place: string } {
    const ask = this.#askOf(address)
    const count = 'id' in ask ? 2 : 'namespace' in ask && isNamespace(ask.namespace) ? 1 : 0
    const segments = address.pathname.split('/')
    return { base: segments.slice(0, count + 1).join('/'), place: `/${segments.slice(count + 1).join('/')}` }
  }

  /** Where a page of a school that has changed its namespace is now; undefined for any other. */
  async movedTo(address: { domain: string; pathname: string }): Promise<string | undefined> {
    const ask = this.#askOf(address)
    const school = 'namespace' in ask ? await this.#schoolOf(ask) : undefined
    if (!school || !('namespace' in ask) || school.namespace === ask.namespace) return undefined
    return `${basePathOf(school)}${this.split(address).place}`
  }

  /** A school as its administrators get it, once they have changed it. */
  async changed(id: string): Promise<WireSchool> {
    this.#schools.clear()
    const school = await findSchool(this.#tools.platform, { id })
    return toWireSchool(school!, ['admin'], basePathOf(school!))
  }

  /** On a school's own domain the others are elsewhere: a whole address leads there. */
  #summaryAt(ask: SchoolAsk, one: Belonging, hereId: string | undefined) {
    const summary = toWireSummary(one)
    if (!('domain' in ask)) return summary
    return { ...summary, base_path: one.id === hereId ? '' : `${this.#tools.config.publicUrl}${summary.base_path}` }
  }

  /** '/escola/12/…', '/namespace/…', or a domain of the school's own. */
  #askOf({ domain, pathname }: { domain: string; pathname: string }): SchoolAsk {
    const [first, second] = pathname.split('/').filter(Boolean)
    const host = domain.toLowerCase().replace(/:\d+$/, '')
    if (host && !isOwnHost(this.#tools.config, host)) return { domain: host }
    if (first === 'escola' && second && isId(second)) return { id: second }
    return { namespace: (first ?? '').toLowerCase() }
  }

  #schoolOf(ask: SchoolAsk): Promise<SchoolRow | undefined> {
    const key = JSON.stringify(ask)
    const now = this.#tools.now().getTime()
    const known = this.#schools.get(key)
    if (known && known.until > now) return known.row
    if (this.#schools.size > 10_000) this.#schools.clear()
    const row = this.#find(ask)
    this.#schools.set(key, { until: now + rememberMs, row })
    row.catch(() => this.#schools.delete(key))
    return row
  }

  async #find(ask: SchoolAsk): Promise<SchoolRow | undefined> {
    const { platform } = this.#tools
    const school = await findSchool(platform, ask)
    return school ?? ('namespace' in ask && ask.namespace ? findMovedSchool(platform, ask.namespace) : undefined)
  }

  async #insideOf(schoolId: string, inside: Inside, isAdmin: boolean): Promise<typeof nothing> {
    const school = this.#tools.openSchool(schoolId)
    const counts = isAdmin ? await school.tx(findCounts) : noCounts
    const degrees: Context['acl']['degrees'] = {}
    for (const { course_id, revision, completed } of inside.started) {
      const outline = await this.#tools.outlines.of(school, { courseId: course_id, revision })
      if (outline) degrees[course_id] = { progress: progressIn(outline, completed) }
    }
    return {
      students: { total: counts.students },
      courses: counts.courses,
      gatewayList: counts.cohorts,
      acl: {
        degrees,
        school_gateways: {
          hasPublicAccess: inside.has_public === true,
          hasAllAccess: isAdmin || inside.has_all === true,
          allDegrees: inside.courses,
        },
      },
      certificateList: inside.certificates,
    }
  }
}

const noCounts: Counts = { students: 0, courses: { total: 0, published: 0, hasLesson: false }, cohorts: [] }

const nothing: Pick<Context, 'students' | 'courses' | 'gatewayList' | 'acl' | 'certificateList'> = {
  students: { total: 0 },
  courses: noCounts.courses,
  gatewayList: [],
  acl: { degrees: {}, school_gateways: { hasPublicAccess: false, hasAllAccess: false, allDegrees: [] } },
  certificateList: [],
}

const toWireUser = (person: Person, member: Member | undefined): SignedIn['user'] => ({
  id: person.id,
  name: member?.name ?? person.name,
  email: member?.email ?? person.email,
  cellphone: member?.cellphone ?? person.cellphone,
  role: person.platform_role,
  dark_mode: person.dark_mode,
  link: member?.link ?? '',
  profile_img_url: member ? imageUrl(member.school_id, member.profile_image_key) : '',
  karma: 0,
  isAdminOfMoreSchools: person.belongings.filter((one) => one.is_admin).length > 1,
})

const toWireSummary = (one: Belonging): SignedIn['schools'][number] => ({
  id: one.id,
  name: one.name,
  role: roleList(one),
  base_path: basePathOf(one),
  logo_square_url: imageUrl(one.id, one.logo_square_key),
})

const roleList = ({ is_admin, is_student }: { is_admin: boolean; is_student: boolean }) => [
  ...(is_admin ? (['admin'] as const) : []),
  ...(is_student ? (['student'] as const) : []),
]

/** Where the school's pages begin for somebody who came by this address: by its id, they stay there. */
const basePathAt = (ask: SchoolAsk, { id, namespace }: SchoolRow) =>
  'domain' in ask ? '' : basePathOf({ id, namespace: 'id' in ask ? null : namespace })

/** Until the owner chooses another, the school's e-mail is the one they sign in with. */
const contactOf = ({ is_private, email, cellphone }: SchoolRow, isMember: boolean) =>
  is_private && !isMember ? { email: '', cellphone: '' } : { email, cellphone }

const namespaceOf = ({ namespace, domain }: SchoolRow) => ({ namespace: namespace ?? '', domain: domain ?? '' })

const toWireSchool = (school: SchoolRow, role: ('admin' | 'student')[], base_path: string): WireSchool => ({
  id: school.id,
  name: school.name,
  ...contactOf(school, role.length > 0),
  role,
  namespace: namespaceOf(school),
  namespaces: [namespaceOf(school)],
  link: (school.use_own_domain && school.domain) || (school.namespace ?? ''),
  base_path,
  ui_theme: school.ui_theme,
  theme_colors: paletteOf(school.ui_theme),
  logo_square_url: imageUrl(school.id, school.logo_square_key),
  logo_dark_square_url: imageUrl(school.id, school.logo_dark_square_key),
  logo_wide_url: imageUrl(school.id, school.logo_wide_key),
  logo_dark_wide_url: imageUrl(school.id, school.logo_dark_wide_key),
  is_private: school.is_private,
  is_blocked: school.is_blocked,
  is_academy: school.is_academy,
  use_own_domain: school.use_own_domain,
  google_analytics_code: school.google_analytics_code,
  facebook_pixel: school.facebook_pixel,
  assistant_name: school.assistant_name,
  assistant_avatar_url: imageUrl(school.id, school.assistant_avatar_key),
  has_rank: school.has_rank,
  has_notifications: school.has_notifications,
  has_support: school.has_support,
  has_certificate: school.has_certificate,
  has_affiliation: school.has_affiliation,
  has_api: school.has_api,
  has_multiple_users: school.has_multiple_users,
  has_video_upload: school.has_video_upload,
  utc_created_on: school.utc_created_on.toISOString(),
})
