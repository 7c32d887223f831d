import { isNamespace } from '@escola/contract/namespaces'
import type { Context } from '@escola/contract/schools.contract'
import type { SignedIn } from '@escola/contract/sessions.contract'
import { isId } from '@escola/contract/wire'
import { basePathOf } from '../../core/base-path.ts'
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
const startingPlan = { plan_id: 'onDemand', plan_name: 'On Demand' }

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
  readonly #ownHost: string
  readonly #schools = new Map<string, { until: number; row: Promise<SchoolRow | undefined> }>()

  constructor(tools: ContextTools) {
    this.#tools = tools
    this.#ownHost = new URL(tools.config.publicUrl).hostname
  }

  async of(actor: Actor | undefined, address: { domain: string; pathname: string }): Promise<Context> {
    const { platform, config } = this.#tools
    const ask = askOf(address, this.#ownHost)
    const [person, [school, found]] = await Promise.all([
      actor ? findPerson(platform, actor) : null,
      this.#schoolWithin(ask, actor),
    ])
    const mine = person?.belongings.find((one) => one.id === school?.id)
    const roles = mine ? roleList(mine) : []
    const inside = mine && found ? await this.#insideOf(mine.id, found, mine.is_admin) : nothing
    return {
      user: person && toWireUser(person, actor!.strong, mine && found),
      school: school ? toWireSchool(school, roles, basePathAt(ask, school)) : null,
      schools: (person?.belongings ?? []).map(toWireSummary),
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
    return { user: toWireUser(person!, actor.strong, member), schools: person!.belongings.map(toWireSummary) }
  }

  /** With what somebody has in it, which is told to nobody else; whether they belong there is found out meanwhile. */
  async #schoolWithin(ask: SchoolAsk, actor: Actor | undefined): Promise<[SchoolRow?, Inside?]> {
    const school = await this.#schoolOf(ask)
    if (!school) return []
    return actor ? [school, await findInside(this.#tools.openSchool(school.id), actor.userId)] : [school]
  }

  /** The school that an address names; for what is said of it to anybody. */
  schoolAt(address: { domain: string; pathname: string }): Promise<SchoolRow | undefined> {
    return this.#schoolOf(askOf(address, this.#ownHost))
  }

  /** Where the school that an address names begins, and the rest of it; nothing needs to be looked up for that. */
  split(address: { domain: string; pathname: string }): { base: string; place: string } {
    const ask = askOf(address, this.#ownHost)
    const count = 'id' in ask ? 2 : 'namespace' in ask && isNamespace(ask.namespace) ? 1 : 0
    const segments = address.pathname.split('/')
    return { base: segments.slice(0, count + 1).join('/'), place: `/${segments.slice(count + 1).join('/')}` }
  }

  #schoolOf(ask: SchoolAsk): Promise<SchoolRow | undefined> {
    const key = JSON.stringify(ask)
    const now = this.#tools.now().getTime()
    const known = this.#schools.get(key)
    if (known && known.until > now) return known.row
    if (this.#schools.size > 10_000) this.#schools.clear()
    const row = findSchool(this.#tools.platform, ask)
    this.#schools.set(key, { until: now + rememberMs, row })
    row.catch(() => this.#schools.delete(key))
    return row
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

const toWireUser = (person: Person, hasOwnSession: boolean, member: Member | undefined): SignedIn['user'] => ({
  id: person.id,
  user_id: person.id,
  name: member?.name ?? person.name,
  email: member?.email ?? person.email,
  cellphone: member?.cellphone ?? person.cellphone,
  cpf: person.cpf,
  role: person.platform_role,
  dark_mode: person.dark_mode,
  link: member?.link ?? '',
  profile_img_url: member ? imageUrl(member.school_id, member.profile_image_key) : '',
  profile_description: member?.profile_description ?? '',
  karma: 0,
  isAdminOfMoreSchools: person.belongings.filter((one) => one.is_admin).length > 1,
  hasOwnSession,
  utc_created_on: (member?.utc_created_on ?? person.utc_created_on).toISOString(),
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

/** '/escola/12/…', '/namespace/…', or a domain of the school's own. */
function askOf({ domain, pathname }: { domain: string; pathname: string }, ownHost: string): SchoolAsk {
  const [first, second] = pathname.split('/').filter(Boolean)
  const host = domain.toLowerCase().replace(/:\d+$/, '')
  if (host && host !== ownHost && host !== 'localhost' && host !== '127.0.0.1') return { domain: host }
  if (first === 'escola' && second && isId(second)) return { id: second }
  return { namespace: (first ?? '').toLowerCase() }
}

/** Where the school's pages begin for somebody who came by this address: by its id, they stay there. */
const basePathAt = (ask: SchoolAsk, { id, namespace }: SchoolRow) =>
  'domain' in ask ? '' : basePathOf({ id, namespace: 'id' in ask ? null : namespace })

/** Until the owner chooses another, the school's e-mail is the one they sign in with. */
const contactOf = ({ is_private, email, cellphone }: SchoolRow, isMember: boolean) =>
  is_private && !isMember ? { email: '', cellphone: '' } : { email, cellphone }

const toWireSchool = (school: SchoolRow, role: ('admin' | 'student')[], base_path: string): Context['school'] => ({
  id: school.id,
  name: school.name,
  ...contactOf(school, role.length > 0),
  role,
  namespace: { namespace: school.namespace ?? '', domain: school.domain ?? '' },
  base_path,
  ui_theme: school.ui_theme,
  logo_square_url: imageUrl(school.id, school.logo_square_key),
  logo_dark_square_url: imageUrl(school.id, school.logo_dark_square_key),
  logo_wide_url: imageUrl(school.id, school.logo_wide_key),
  logo_dark_wide_url: imageUrl(school.id, school.logo_dark_wide_key),
  is_private: school.is_private,
  is_blocked: school.is_blocked,
  is_academy: school.is_academy,
  use_own_domain: school.use_own_domain,
  assistant_name: school.assistant_name,
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
