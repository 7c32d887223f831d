import { moneyOf } from '@escola/contract/money'
import type { Context, School as WireSchool } from '@escola/contract/schools.contract'
import type { SignedIn as WireSignedIn } from '@escola/contract/sessions.contract'
import { basePathOf } from '../../core/base-path.ts'
import { maySkipFactor } from '../../core/may-skip-factor.ts'
import type { SchoolMembership } from '../../core/person.ts'
import { type Actor, type PublicCall, type School, teamScopeOf } from '../../core/scope.ts'
import { rightsIn, teamRightsOf } from '../../core/team-rights.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { findSignedIn } from '../../http/signed-in.queries.ts'
import type { VisitLog } from '../../http/visit-log.ts'
import type { Outlines } from '../learning/outlines.service.ts'
import { findOwnerName, isErased } from '../people/members.service.ts'
import { toResource } from '../plans/plans.service.ts'
import { academyRoleOf, academyUrlFor } from './academy.ts'
import { readEarly } from './early-reads.ts'
import { admitMember, emptyMemberContext, readMemberContext } from './member-context.service.ts'
import type { SchoolAddresses } from './school-addresses.service.ts'
import { findMember, findSchool, type SchoolKey, type SchoolRow } from './schools.queries.ts'
import { visitorOf } from './visitor.ts'
import { planShownTo, toWireSchool, toWireSummary, toWireUser } from './wire-school.ts'

interface ContextTools extends Pick<PlatformTools, 'billing' | 'config' | 'platform' | 'now'> {
  /** Opens the school that an address names before the caller's place in it is known. */
  openSchool(id: string): School
  addresses: SchoolAddresses
  outlines: Outlines
  visitLog: VisitLog
}

/** Builds what the screens start with: which school the address names, who the caller is there, and what they have in it (part 1 §7). */
export class Contexts {
  readonly #tools: ContextTools

  constructor(tools: ContextTools) {
    this.#tools = tools
  }

  async of(
    caller: Pick<PublicCall, 'claimedBy' | 'signedIn'>,
    address: { domain: string; pathname: string },
  ): Promise<Context> {
    const { addresses, billing, config, openSchool, visitLog } = this.#tools
    const schoolKey = addresses.readSchoolKey(address)
    const { signedIn, school, record: early } = await readEarly(schoolKey, caller, this.#tools)
    // A platform administrator without a second factor is treated as a user who belongs to no school.
    const isHeld = signedIn?.actor.lacksFactor === true
    const { membership, isPlatformView, roles, canJoin } = visitorOf(isHeld ? undefined : signedIn, schoolKey, school)
    let record = early
    let memberContext = emptyMemberContext
    let team: Context['team'] = null
    if (school && signedIn && (membership || isPlatformView)) {
      const { userId } = signedIn.actor
      const scope = openSchool(school.id)
      // A member of the team who doesn't study is seen, and enters no class.
      if (record && membership)
        record = await admitMember(
          scope,
          { userId, record, isPrivate: school.is_private || !membership.is_student },
          this.#tools,
        )
      if (isPlatformView) await visitLog.recordVisit(school.id, signedIn.actor)
      const isAdmin = roles.includes('admin')
      const place = membership?.is_admin && !isPlatformView ? membership : ownersPlace
      if (isAdmin) team = await teamOf(scope, place)
      memberContext = await readMemberContext(
        scope,
        { userId, sessionId: signedIn.actor.sessionId, record, team: scopeOf(team) },
        this.#tools,
      )
    }
    const isErasedHere = canJoin && (await openSchool(school!.id).tx((db) => isErased(db, signedIn!.actor.userId)))
    const user = signedIn ? toWireUser(signedIn.person, membership && record, signedIn.actor.strong) : null
    return {
      user,
      school: school
        ? toWireSchool(school, roles, {
            base_path: basePathAt(schoolKey, school),
            platform_view: isPlatformView,
            can_join: canJoin && !isErasedHere,
            erased_here: isErasedHere,
          })
        : null,
      team,
      academyUrl:
        user && school?.is_academy && !isPlatformView
          ? academyUrlFor(config.academyApps, academyRoleOf(user.role, roles))
          : null,
      schools: (isHeld ? [] : (signedIn?.person.memberships ?? [])).map((each) =>
        this.#summaryAt(schoolKey, each, school?.id),
      ),
      resource: { ...toResource(planShownTo(roles, school)), ...(!billing.isOn && { price_ssl: moneyOf(0) }) },
      billing: billing.isOn,
      mailboxUrl: config.mailboxUrl ?? null,
      missingFactor: isHeld ? { maySkip: maySkipFactor(config, signedIn.person) } : null,
      support: membership?.is_admin ? config.support : noSupport,
      ...memberContext,
    }
  }

  /** The part of the context that a new session begins with: the user, and the schools that the session reaches. */
  async ofPerson(actor: Actor): Promise<Pick<WireSignedIn, 'user' | 'schools'>> {
    const { platform, openSchool } = this.#tools
    const [found, member] = await Promise.all([
      findSignedIn(platform, actor.sessionId),
      actor.sessionSchoolId ? findMember(openSchool(actor.sessionSchoolId), actor.userId) : undefined,
    ])
    const { person } = found!
    return { user: toWireUser(person, member, actor.strong), schools: person.memberships.map(toWireSummary) }
  }

  /** A school as its administrators get it after a change. */
  async changed(id: string): Promise<WireSchool> {
    this.#tools.addresses.forget()
    const school = await findSchool(this.#tools.platform, { id })
    const view = { platform_view: false, can_join: false, erased_here: false }
    return toWireSchool(school!, ['admin'], { base_path: basePathOf(school!), ...view })
  }

  /** A school's own domain serves that school alone, so that the others get whole addresses there. */
  #summaryAt(schoolKey: SchoolKey, membership: SchoolMembership, currentId: string | undefined) {
    const summary = toWireSummary(membership)
    if (!('domain' in schoolKey)) return summary
    const isCurrent = membership.id === currentId
    return { ...summary, base_path: isCurrent ? '' : `${this.#tools.config.publicUrl}${summary.base_path}` }
  }
}

const ownersPlace = { is_admin: true, team_roles: null, course_ids: [], may_publish: true }

/** A caller's place in the team, with the owner to ask for more. */
async function teamOf(
  school: School,
  place: Pick<SchoolMembership, 'is_admin' | 'team_roles' | 'course_ids' | 'may_publish' | 'seen'>,
): Promise<Context['team']> {
  const { everywhere, inCourses, courseIds } = teamRightsOf(place)
  const roles = place.team_roles ?? ['owner']
  return {
    roles,
    permissions: [...everywhere],
    course_permissions: [...inCourses],
    degree_ids: [...courseIds],
    may_publish: place.may_publish,
    owner_name: roles.includes('owner') ? '' : await school.tx(findOwnerName),
    ...(place.seen && { seen: place.seen }),
  }
}

const scopeOf = (team: Context['team']) =>
  teamScopeOf({ isTeam: team !== null, rights: rightsIn(team), mayPublish: team?.may_publish === true })

const noSupport = { email: '', url: '' }

/** Pages of an address with the school's id stay under that id. */
const basePathAt = (schoolKey: SchoolKey, { id, namespace }: SchoolRow) =>
  'domain' in schoolKey ? '' : basePathOf({ id, namespace: 'id' in schoolKey ? null : namespace })
