import { type May, mayCall, noRights, ownersRights, type Rights } from '@escola/contract/permissions'
import type { Access, RouteDefinition } from '@escola/contract/route'
import type { SeenPlace } from '@escola/contract/seen-place'
import { isId } from '@escola/contract/wire'
import type { Platform } from '@escola/db'
import { AppError, schoolBlocked } from '../core/app-error.ts'
import { AsyncCache } from '../core/async-cache.ts'
import { type Actor, isPlatformAdmin, type PublicCall, type SignedIn } from '../core/scope.ts'
import { teamRightsOf } from '../core/team-rights.ts'
import { type AccessRow, findAccess, type SessionFound } from './gate.queries.ts'
import { membershipsSeenIn, rowSeenIn } from './seen-place.ts'
import type { Claims } from './session-token.ts'
import { findSignedIn } from './signed-in.queries.ts'

export interface Pass {
  actor: Actor | undefined
  isTeam: boolean
  rights: Rights
  mayPublish: boolean
  isMember: boolean
  /** A platform administrator passes where they would not pass by themselves; what they do there is logged. */
  isPlatformView: boolean
}

/** Facts of a route that decide who may call it. */
export type CheckedRoute = Pick<RouteDefinition, 'access' | 'method' | 'reads' | 'beforeFactor' | 'whileBlocked'> & {
  may?: May
  byCourse?: true
}

interface Call {
  authorization?: string | undefined
  beforeFactor?: true | undefined
  whileBlocked?: true | undefined
  may?: May | undefined
  byCourse?: true | undefined
  /** Place of the team in which the caller looks at the school; what isn't a read is refused then. */
  seenIn?: SeenPlace | undefined
  isRead?: boolean
}

const outside = { isTeam: false, rights: noRights, mayPublish: false, isMember: false, isPlatformView: false }
const asOwner = { isTeam: true, rights: ownersRights, mayPublish: true, isMember: true, isPlatformView: true }

/** The context of a session in a school stays good for this long, so a revoked one ends within it on every process. */
const cacheMs = 1000

/** Decides who may pass: no session 401, a school that is not theirs 404, a role that is too small 403. */
export class Gate {
  readonly #platform: Pick<Platform, 'readPlatform'>
  readonly #claimsOf: (authorization: string) => Claims | undefined
  readonly #seen: (sessionId: string) => void
  readonly #cached = new AsyncCache<AccessRow>(cacheMs)

  /**
   * @param claimsOf claims of a signed Authorization header; undefined when it is not ours or too old
   * @param seen called for a session that was last seen some time ago; never for each call
   */
  constructor(
    platform: Pick<Platform, 'readPlatform'>,
    claimsOf: (authorization: string) => Claims | undefined,
    seen: (sessionId: string) => void,
  ) {
    this.#platform = platform
    this.#claimsOf = claimsOf
    this.#seen = seen
  }

  check(
    route: CheckedRoute,
    authorization: string | undefined,
    schoolId: string | undefined,
    seenIn?: SeenPlace,
  ): Promise<Pass> {
    const sessionId = authorization ? this.#claimsOf(authorization)?.sessionId : undefined
    const isRead = route.method === 'GET' || route.reads === true
    return this.checkSession(route.access, sessionId, schoolId, { ...route, authorization, seenIn, isRead })
  }

  /** Checks a session that something else names than its own header. */
  async checkSession(
    access: Access,
    sessionId: string | undefined,
    schoolId: string | undefined,
    { authorization, beforeFactor, whileBlocked, may, byCourse, seenIn, isRead = true }: Call = {},
  ): Promise<Pass> {
    if (schoolId !== undefined && !isId(schoolId)) {
      if (access !== 'visitor' && !sessionId) throw new AppError('not_signed_in')
      throw new AppError('school_not_found')
    }
    if (schoolId === undefined) {
      const found = sessionId ? await this.#signedIn(sessionId) : undefined
      requireActor(access, found?.actor, { authorization, beforeFactor })
      return { actor: found?.actor, ...outside }
    }
    const own = await this.#lookUp(sessionId, schoolId)
    const row = rowSeenIn(seenIn, schoolId, own)
    const isSeen = row !== own
    const actor = actorOf(row)
    requireActor(access, actor, { authorization, beforeFactor })
    if (!row.school_id) throw new AppError('school_not_found')
    const isTeam = row.is_admin === true
    const isMember = isTeam || row.is_student === true
    const rights = teamRightsOf(row)
    const isAllowed = access === 'admin' ? isTeam && mayCall(rights, may ?? 'own', byCourse) : isMember
    if (isSeen && !isRead) throw new AppError('view_of_role')
    if (needsSession(access) && isPlatformAdmin(actor) && !isSeen) {
      const passes = !row.is_blocked && isAllowed
      if (!passes) return { actor, ...asOwner }
    }
    if (needsSession(access) && !isMember) throw new AppError('school_not_found')
    if (access === 'admin' && !isTeam) throw new AppError('forbidden')
    if (needsSession(access) && !isAllowed) throw new AppError('permission_needed')
    if (row.is_blocked && needsSession(access) && !whileBlocked)
      throw schoolBlocked({ id: row.school_id, namespace: row.namespace })
    // A visitor would find nothing there; an administrator of the platform does, and may only read.
    const isClosed = row.is_blocked || (row.is_private && !isMember)
    const mayPublish = isTeam && row.may_publish !== false
    return { actor, isTeam, rights, mayPublish, isMember, isPlatformView: isClosed === true && isPlatformAdmin(actor) }
  }

  /** Forgets a session at once on this process; the others follow within a second. */
  forget(sessionId: string) {
    this.#cached.forget(sessionId)
  }

  /** Answers calls that need no sign-in: the caller's session is looked up while the route looks for something else. */
  describeCaller(
    authorization: string | undefined,
    { beforeFactor }: Pick<RouteDefinition, 'beforeFactor'> = {},
    seenIn?: SeenPlace,
  ): Pick<PublicCall, 'claimedBy' | 'signedIn'> {
    const claims = authorization ? this.#claimsOf(authorization) : undefined
    return {
      claimedBy: claims?.userId,
      signedIn: async () => {
        const found = claims && (await this.#signedIn(claims.sessionId))
        requireFactor(found?.actor, beforeFactor)
        if (!found || found.person.id !== claims?.userId) return undefined
        const memberships = membershipsSeenIn(seenIn, found.person.memberships)
        return { ...found, person: { ...found.person, memberships } }
      },
    }
  }

  /** Looks up a session, without caching the answer. */
  async #signedIn(sessionId: string): Promise<SignedIn | undefined> {
    const found = await findSignedIn(this.#platform, sessionId)
    if (!found) return undefined
    this.#markSeen(found.session)
    return { actor: actorOf(found.session)!, person: found.person }
  }

  #lookUp(sessionId: string | undefined, schoolId: string): Promise<AccessRow> {
    return this.#cached.fetch(`${sessionId ?? ''}:${schoolId}`, Date.now(), async () => {
      const row = await findAccess(this.#platform, sessionId, schoolId)
      this.#markSeen(row)
      return row
    })
  }

  #markSeen({ session_id, is_unseen }: Pick<SessionFound, 'session_id' | 'is_unseen'>) {
    if (session_id && is_unseen) this.#seen(session_id)
  }
}

const needsSession = (access: Access) => access !== 'public' && access !== 'visitor'

function requireActor(access: Access, actor: Actor | undefined, { authorization, beforeFactor }: Call) {
  if (needsSession(access) && !actor) throw new AppError(authorization ? 'session_ended' : 'not_signed_in')
  // Without the factor an administrator of the platform counts as none, and the answer says why.
  requireFactor(actor, beforeFactor)
  if (access === 'platform' && !isPlatformAdmin(actor)) throw new AppError('forbidden')
}

/** A platform administrator reaches every school's data by one password, until there is a second factor. */
function requireFactor(actor: Actor | undefined, beforeFactor: true | undefined) {
  if (actor?.lacksFactor && !beforeFactor) throw new AppError('second_factor_required')
}

function actorOf(row: SessionFound): Actor | undefined {
  if (!row.session_id || !row.user_id) return undefined
  const hasFactor = row.has_factor === true
  const lacksFactor = row.must_have_factor === true && !hasFactor
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    strong: row.session_school_id === null,
    sessionSchoolId: row.session_school_id,
    // A school's administrator must not become the platform's.
    platformRole: (row.session_school_id === null && !lacksFactor && row.platform_role) || 'student',
    provenOn: row.utc_proven_on,
    factorProvenOn: row.utc_factor_proven_on,
    hasFactor,
    lacksFactor,
  }
}
