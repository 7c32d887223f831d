import type { Platform } from '@escola/db'
import { revokeSchoolSessions } from './sessions.queries.ts'

/** Ends the sessions that something of a school opened: a link or a password that its administrators gave out. */
export interface SchoolSessions {
  end(person: { schoolId: string; userId: string }, now: Date): Promise<void>
}

export const schoolSessionsOf = (platform: Pick<Platform, 'withPlatform'>): SchoolSessions => ({
  end: (person, now) => platform.withPlatform((db) => revokeSchoolSessions(db, person, now)),
})
