import type { Database, SchoolDb, Statement, Write } from '@escola/db'
import type { Person } from './signed-in.queries.ts'

/** Who is asking, as the session row says. */
export interface Actor {
  userId: string
  sessionId: string
  /** Opened with the person's own password; false: reaches sessionSchoolId alone. */
  strong: boolean
  sessionSchoolId: string | null
  platformRole: string
  /** When they last proved in this session who they are. */
  provenOn: Date | null
}

/** Whoever was let in with something that a school's administrator controls is nobody above the schools. */
export const isPlatformAdmin = (actor: Actor | undefined): actor is Actor =>
  actor?.strong === true && actor.platformRole === 'admin'

/** Any call. */
export interface Call {
  ip: string
  requestId: string
  /** The browser and system, in words; '' when nobody knows. */
  device: string
  /** What the caller chose, so that asking again makes nothing twice; see makeOnce. */
  idempotencyKey: string | undefined
  /** As it came: what another system signs is no session of ours. */
  authorization: string | undefined
}
export interface Visit extends Call {
  actor: Actor | undefined
}
export interface Signed extends Visit {
  actor: Actor
}
/** Anybody, whose session nobody has looked at: the few that want to know ask. */
export interface Unasked extends Call {
  /** Whose session a header names that we signed. It may have been ended since, so by itself it opens nothing. */
  claimedBy: string | undefined
  /** Whose session it is, unless it has ended, with their schools as they are now. */
  signedIn(): Promise<SignedIn | undefined>
}
export interface SignedIn {
  actor: Actor
  person: Person
}

/** One school during one request or job. Every query of a school's data starts at tx or read. */
export interface School {
  id: string
  tx<T>(work: (db: SchoolDb) => Promise<T>): Promise<T>
  /** One short statement that only reads; cheaper than tx. */
  read<R extends object>(statement: Statement, values: (string | null)[]): Promise<R[]>
  /** A transaction that is known before it begins; cheaper than tx. */
  write(writes: Write[]): Promise<void>
}
export interface Visited extends School, Visit {
  isAdmin: boolean
  isMember: boolean
}
export interface Attended extends Visited {
  actor: Actor
}

export const openSchool = (database: Database, id: string): School => ({
  id,
  tx: (work) => database.withSchool(id, work),
  read: (statement, values) => database.readSchool(id, statement, values),
  write: (writes) => database.writeSchool(id, writes),
})
