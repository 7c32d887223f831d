import { hasRight, type Permission, type Rights } from '@escola/contract/permissions'
import type { Commit, Plans, SchoolDb, Schools, Statement, Write } from '@escola/db'
import { AppError } from './app-error.ts'
import type { Person } from './person.ts'

/** Caller of a request, as the session row says. */
export interface Actor {
  userId: string
  sessionId: string
  /** The session was opened with the person's own password; a false one reaches sessionSchoolId alone. */
  strong: boolean
  sessionSchoolId: string | null
  platformRole: string
  /** Moment when the person last proved in this session who they are. */
  provenOn: Date | null
  /** Moment when they last did so by the second factor or a passkey. */
  factorProvenOn: Date | null
  /** The user has a second factor, and proves by it who they are. */
  hasFactor: boolean
  /** A platform administrator without a second factor, who has the rights of one once there is one. */
  lacksFactor: boolean
}

/** Tells whether the actor is a platform administrator; a session that a school's administrator could have opened never is. */
export const isPlatformAdmin = (actor: Actor | undefined): actor is Actor =>
  actor?.strong === true && actor.platformRole === 'admin'

/** Tells whether the caller reads a school's pages like a member: a platform administrator does so in their view. */
export const readsAsMember = ({ isMember, isPlatformView }: Pick<Visited, 'isMember' | 'isPlatformView'>): boolean =>
  isMember || isPlatformView

/** Finds the platform administrator who acts for a school in their view of it, whom its statement names; undefined where the school acts by itself. */
export const platformActorOf = ({
  isPlatformView,
  actor,
}: Partial<Pick<Visited, 'isPlatformView' | 'actor'>>): string | undefined =>
  isPlatformView ? actor?.userId : undefined

/** Facts of any call. */
export interface Call {
  ip: string
  requestId: string
  /** Browser and system, in words; '' for unknown ones. */
  device: string
  /** Key of the caller's choice, so that a repeated call makes nothing twice; see makeOnce. */
  idempotencyKey: string | undefined
  /** Hash of the body that came with the key. */
  sentHash?: string | undefined
  /** Header as it came; another system's signature is no session of ours. */
  authorization: string | undefined
}
export interface Visit extends Call {
  actor: Actor | undefined
}
export interface Signed extends Visit {
  actor: Actor
}
/** Call whose session has not been looked up; the few routes that need it ask. */
export interface PublicCall extends Call {
  /** Session id from a token signed by us; the session may have ended, so by itself it opens nothing. */
  claimedBy: string | undefined
  /** Looks up the session, unless it has ended, with its person's schools as they are at this moment. */
  signedIn(): Promise<SignedIn | undefined>
}
export interface SignedIn {
  actor: Actor
  person: Person
}

/** School during one request or job. Every query of a school's data starts at tx or read. */
export interface School {
  id: string
  tx<T>(work: (db: SchoolDb) => Promise<T>): Promise<T>
  /** Runs one short statement that only reads; cheaper than tx. */
  read<R extends object>(statement: Statement, values: (string | null)[]): Promise<R[]>
  /** Runs a transaction that is known before it begins; cheaper than tx. */
  write(writes: Write[], commit?: Commit): Promise<void>
}
export interface Visited extends School, Visit, TeamScope {
  isMember: boolean
  /** A platform administrator looks into a school that lets them in as nothing else (decision 25). */
  isPlatformView: boolean
}
/** Caller's place in the school's team. */
export interface TeamScope {
  /** The caller belongs to the team, with whatever rights. */
  isTeam: boolean
  rights: Rights
  /** A member of the team who may write courses but not publish them has false. */
  mayPublish: boolean
  /** Tells whether the caller has a right in the whole school or, with a course named, in that course. */
  may(permission: Permission, courseId?: string): boolean
}
export const teamScopeOf = ({ isTeam, rights, mayPublish }: Omit<TeamScope, 'may'>): TeamScope => ({
  isTeam,
  rights,
  mayPublish,
  may: (permission, courseId) => hasRight(rights, permission, courseId),
})

/** Courses in which the caller has a right; undefined where it holds in the whole school. Reading statements filter by them. */
export const coursesWith = ({ may, rights }: TeamScope, permission: Permission): string[] | undefined =>
  may(permission) ? undefined : rights.inCourses.has(permission) ? [...rights.courseIds] : []

/** @throws permission_needed where the caller lacks the right, in the course that is named or else in the whole school */
export function requireRight({ may }: TeamScope, permission: Permission, courseId?: string): void {
  if (!may(permission, courseId)) throw new AppError('permission_needed')
}

export interface Attended extends Visited {
  actor: Actor
}

/** @param plans how the statements of all its transactions are planned */
export const openSchool = (database: Schools, id: string, plans?: Plans): School => ({
  id,
  tx: (work) => database.withSchool(id, work, plans),
  read: (statement, values) => database.readSchool(id, statement, values),
  write: (writes, commit) => database.writeSchool(id, writes, commit),
})
