import { securityLimits } from '@escola/contract/limits'
import type { Access } from '@escola/contract/route'
import { isId } from '@escola/contract/wire'
import type { Platform, Statement } from '@escola/db'
import { AppError } from '../core/app-error.ts'
import { type Actor, isPlatformAdmin } from '../core/scope.ts'

export interface Pass {
  actor: Actor | undefined
  isAdmin: boolean
  isMember: boolean
  /** A platform administrator passes where they would not pass by themselves; what they do there is logged. */
  isPlatformView: boolean
}

interface Row {
  session_id: string | null
  user_id: string | null
  session_school_id: string | null
  platform_role: string | null
  utc_proven_on: Date | null
  is_unseen: boolean | null
  school_id: string | null
  is_blocked: boolean | null
  is_admin: boolean | null
  is_student: boolean | null
}

const nobody: Row = {
  session_id: null,
  user_id: null,
  session_school_id: null,
  platform_role: null,
  utc_proven_on: null,
  is_unseen: null,
  school_id: null,
  is_blocked: null,
  is_admin: null,
  is_student: null,
}

const outside = { isAdmin: false, isMember: false, isPlatformView: false }

/** What is known of a session stays good for this long, so a revoked one ends within it on every process. */
const rememberMs = 1000

const sessionColumns = `s.id as session_id, s.user_id, s.school_id as session_school_id, u.platform_role, s.utc_proven_on,
    coalesce(s.utc_seen_on, s.utc_created_on) < now() - make_interval(mins => ${securityLimits.seenMinutes}) as is_unseen`

/** Where no school is asked for, which no more tables are asked about. */
const passOutside: Statement = {
  name: 'gate_outside',
  text: `select ${sessionColumns} from sessions s join users u on u.id = s.user_id
    where s.id = $1::uuid and s.utc_revoked_on is null and s.utc_expires_on > now()`,
}

const pass: Statement = {
  name: 'gate',
  text: `select ${sessionColumns}, c.id as school_id, c.is_blocked, m.is_admin, m.is_student
  from (select $1::uuid as session_id, $2::bigint as school_id) asked
  left join sessions s on s.id = asked.session_id and s.utc_revoked_on is null and s.utc_expires_on > now()
  left join users u on u.id = s.user_id
  left join schools c on c.id = asked.school_id
  left join person_schools m on m.school_id = c.id and m.user_id = s.user_id and (s.school_id is null or s.school_id = c.id)`,
}

/** Decides who may pass: no session 401, a school that is not theirs 404, a role that is too small 403. */
export class Gate {
  readonly #platform: Pick<Platform, 'readPlatform'>
  readonly #sessionIdOf: (authorization: string) => string | undefined
  readonly #seen: (sessionId: string) => void
  readonly #remembered = new Map<string, { until: number; row: Promise<Row> }>()

  /**
   * @param sessionIdOf the session that a signed Authorization header names; undefined when it is not ours or too old
   * @param seen told of a session that was last seen some time ago; never of each call
   */
  constructor(
    platform: Pick<Platform, 'readPlatform'>,
    sessionIdOf: (authorization: string) => string | undefined,
    seen: (sessionId: string) => void,
  ) {
    this.#platform = platform
    this.#sessionIdOf = sessionIdOf
    this.#seen = seen
  }

  check(access: Access, authorization: string | undefined, schoolId: string | undefined): Promise<Pass> {
    return this.checkSession(
      access,
      authorization ? this.#sessionIdOf(authorization) : undefined,
      schoolId,
      authorization,
    )
  }

  /** The same for a session that something else names than its own header. */
  async checkSession(
    access: Access,
    sessionId: string | undefined,
    schoolId: string | undefined,
    authorization?: string,
  ): Promise<Pass> {
    if (schoolId !== undefined && !isId(schoolId)) {
      if (access !== 'visitor' && !sessionId) throw new AppError('not_signed_in')
      throw new AppError('school_not_found')
    }
    if (access === 'public' && !sessionId) return { actor: undefined, ...outside }
    const row = await this.#lookUp(sessionId, schoolId)
    const actor = actorOf(row)
    const needsSession = access !== 'public' && access !== 'visitor'
    if (needsSession && !actor) throw new AppError(authorization ? 'session_ended' : 'not_signed_in')
    if (access === 'platform' && !isPlatformAdmin(actor)) throw new AppError('forbidden')
    if (schoolId === undefined) return { actor, ...outside }
    if (!row.school_id) throw new AppError('school_not_found')
    const isAdmin = row.is_admin === true
    const isMember = isAdmin || row.is_student === true
    if (needsSession && isPlatformAdmin(actor)) {
      const passes = !row.is_blocked && (access === 'admin' ? isAdmin : isMember)
      if (!passes) return { actor, isAdmin: true, isMember: true, isPlatformView: true }
    }
    if (needsSession && !isMember) throw new AppError('school_not_found')
    if (access === 'admin' && !isAdmin) throw new AppError('forbidden')
    if (row.is_blocked && needsSession) throw new AppError('school_blocked')
    return { actor, isAdmin, isMember, isPlatformView: false }
  }

  /** Forgets a session at once on this process; the others follow within a second. */
  forget(sessionId: string) {
    for (const key of this.#remembered.keys()) if (key.startsWith(sessionId)) this.#remembered.delete(key)
  }

  #lookUp(sessionId: string | undefined, schoolId: string | undefined): Promise<Row> {
    const key = `${sessionId ?? ''}:${schoolId ?? ''}`
    const now = Date.now()
    const known = this.#remembered.get(key)
    if (known && known.until > now) return known.row
    if (this.#remembered.size > 10_000) this.#remembered.clear()
    const row = (
      schoolId === undefined
        ? this.#platform.readPlatform<Row>(passOutside, [sessionId ?? null])
        : this.#platform.readPlatform<Row>(pass, [sessionId ?? null, schoolId])
    ).then((rows) => rows[0] ?? nobody)
    this.#remembered.set(key, { until: now + rememberMs, row })
    row
      .then(
        ({ session_id, is_unseen }) => session_id && is_unseen && this.#seen(session_id),
        () => this.#remembered.delete(key),
      )
      // Too much to do for that: another time.
      .catch(() => undefined)
    return row
  }
}

const actorOf = (row: Row): Actor | undefined =>
  row.session_id && row.user_id
    ? {
        userId: row.user_id,
        sessionId: row.session_id,
        strong: row.session_school_id === null,
        sessionSchoolId: row.session_school_id,
        // Whoever administers a school must not become whoever administers the platform.
        platformRole: (row.session_school_id === null && row.platform_role) || 'student',
        provenOn: row.utc_proven_on,
      }
    : undefined
