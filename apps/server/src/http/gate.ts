import type { Access, RouteDefinition } from '@escola/contract/route'
import { isId } from '@escola/contract/wire'
import type { Platform, Statement } from '@escola/db'
import { AppError, schoolBlocked } from '../core/app-error.ts'
import type { SessionRow } from '../core/person.ts'
import { Remembered } from '../core/remembered.ts'
import { type Actor, isPlatformAdmin, type PublicCall, type SignedIn } from '../core/scope.ts'
import type { Claims } from './session-token.ts'
import { findSignedIn, sessionColumns, sessionIsOpen } from './signed-in.queries.ts'

export interface Pass {
  actor: Actor | undefined
  isAdmin: boolean
  isMember: boolean
  /** A platform administrator passes where they would not pass by themselves; what they do there is logged. */
  isPlatformView: boolean
}

type SessionFound = { [Column in keyof SessionRow]: SessionRow[Column] | null }

interface Call {
  authorization?: string | undefined
  beforeFactor?: true | undefined
}

interface Row extends SessionFound {
  school_id: string | null
  namespace: string | null
  is_blocked: boolean | null
  is_admin: boolean | null
  is_student: boolean | null
}

const emptyRow: Row = {
  session_id: null,
  user_id: null,
  session_school_id: null,
  platform_role: null,
  utc_proven_on: null,
  utc_factor_proven_on: null,
  is_unseen: null,
  lacks_factor: null,
  school_id: null,
  namespace: null,
  is_blocked: null,
  is_admin: null,
  is_student: null,
}

const outside = { isAdmin: false, isMember: false, isPlatformView: false }

/** The context of a session in a school stays good for this long, so a revoked one ends within it on every process. */
const rememberMs = 1000

const pass: Statement = {
  name: 'gate',
  forMany: true,
  text: `select asked.nth::int, ${sessionColumns}, c.id as school_id, c.namespace, c.is_blocked, m.is_admin, m.is_student
  from unnest((select $1::uuid[]), (select $2::bigint[])) with ordinality asked (session_id, school_id, nth)
  left join sessions s on s.id = asked.session_id and ${sessionIsOpen}
  left join users u on u.id = s.user_id
  left join schools c on c.id = asked.school_id
  left join person_schools m on m.school_id = c.id and m.user_id = s.user_id and (s.school_id is null or s.school_id = c.id)`,
}

/** Decides who may pass: no session 401, a school that is not theirs 404, a role that is too small 403. */
export class Gate {
  readonly #platform: Pick<Platform, 'readPlatform'>
  readonly #claimsOf: (authorization: string) => Claims | undefined
  readonly #seen: (sessionId: string) => void
  readonly #remembered = new Remembered<Row>(rememberMs)

  /**
   * @param claimsOf claims of a signed Authorization header; undefined when it is not ours or too old
   * @param seen told of a session that was last seen some time ago; never of each call
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
    { access, beforeFactor }: Pick<RouteDefinition, 'access' | 'beforeFactor'>,
    authorization: string | undefined,
    schoolId: string | undefined,
  ): Promise<Pass> {
    const sessionId = authorization ? this.#claimsOf(authorization)?.sessionId : undefined
    return this.checkSession(access, sessionId, schoolId, { authorization, beforeFactor })
  }

  /** Checks a session that something else names than its own header. */
  async checkSession(
    access: Access,
    sessionId: string | undefined,
    schoolId: string | undefined,
    { authorization, beforeFactor }: Call = {},
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
    const row = await this.#lookUp(sessionId, schoolId)
    const actor = actorOf(row)
    requireActor(access, actor, { authorization, beforeFactor })
    if (!row.school_id) throw new AppError('school_not_found')
    const isAdmin = row.is_admin === true
    const isMember = isAdmin || row.is_student === true
    if (needsSession(access) && isPlatformAdmin(actor)) {
      const passes = !row.is_blocked && (access === 'admin' ? isAdmin : isMember)
      if (!passes) return { actor, isAdmin: true, isMember: true, isPlatformView: true }
    }
    if (needsSession(access) && !isMember) throw new AppError('school_not_found')
    if (access === 'admin' && !isAdmin) throw new AppError('forbidden')
    if (row.is_blocked && needsSession(access)) throw schoolBlocked({ id: row.school_id, namespace: row.namespace })
    return { actor, isAdmin, isMember, isPlatformView: false }
  }

  /** Forgets a session at once on this process; the others follow within a second. */
  forget(sessionId: string) {
    this.#remembered.forget(sessionId)
  }

  /** Answers calls that need no sign-in: the caller's session is looked up while the route looks for something else. */
  describeCaller(
    authorization: string | undefined,
    { beforeFactor }: Pick<RouteDefinition, 'beforeFactor'> = {},
  ): Pick<PublicCall, 'claimedBy' | 'signedIn'> {
    const claims = authorization ? this.#claimsOf(authorization) : undefined
    return {
      claimedBy: claims?.userId,
      signedIn: async () => {
        const found = claims && (await this.#signedIn(claims.sessionId))
        requireFactor(found?.actor, beforeFactor)
        return found?.person.id === claims?.userId ? found : undefined
      },
    }
  }

  /** Looks up a session, without remembering the answer. */
  async #signedIn(sessionId: string): Promise<SignedIn | undefined> {
    const found = await findSignedIn(this.#platform, sessionId)
    if (!found) return undefined
    this.#noteSeen(found.session)
    return { actor: actorOf(found.session)!, person: found.person }
  }

  #lookUp(sessionId: string | undefined, schoolId: string): Promise<Row> {
    return this.#remembered.fetch(`${sessionId ?? ''}:${schoolId}`, Date.now(), async () => {
      const [row = emptyRow] = await this.#platform.readPlatform<Row>(pass, [sessionId ?? null, schoolId])
      this.#noteSeen(row)
      return row
    })
  }

  #noteSeen({ session_id, is_unseen }: Pick<SessionFound, 'session_id' | 'is_unseen'>) {
    if (session_id && is_unseen) this.#seen(session_id)
  }
}

const needsSession = (access: Access) => access !== 'public' && access !== 'visitor'

function requireActor(access: Access, actor: Actor | undefined, { authorization, beforeFactor }: Call) {
  if (needsSession(access) && !actor) throw new AppError(authorization ? 'session_ended' : 'not_signed_in')
  // Without the factor an administrator of the platform counts as none, and is told why.
  requireFactor(actor, beforeFactor)
  if (access === 'platform' && !isPlatformAdmin(actor)) throw new AppError('forbidden')
}

/** A platform administrator reaches every school's data by one password, until there is a second factor. */
function requireFactor(actor: Actor | undefined, beforeFactor: true | undefined) {
  if (actor?.lacksFactor && !beforeFactor) throw new AppError('second_factor_required')
}

const actorOf = (row: SessionFound): Actor | undefined =>
  row.session_id && row.user_id
    ? {
        userId: row.user_id,
        sessionId: row.session_id,
        strong: row.session_school_id === null,
        sessionSchoolId: row.session_school_id,
        // A school's administrator must not become the platform's.
        platformRole: (row.session_school_id === null && !row.lacks_factor && row.platform_role) || 'student',
        provenOn: row.utc_proven_on,
        factorProvenOn: row.utc_factor_proven_on,
        lacksFactor: row.lacks_factor === true,
      }
    : undefined
