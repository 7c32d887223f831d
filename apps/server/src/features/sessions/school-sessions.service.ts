import type { Platform } from '@escola/db'
import { type OpenedBySchool, revokeSchoolSessions } from './sessions.queries.ts'

/** Ends the sessions that something of a school opened: a link or a password that its administrators gave out. */
export interface SchoolSessions {
  end(opened: OpenedBySchool, now: Date): Promise<void>
}

export const schoolSessionsOf = (platform: Pick<Platform, 'withPlatform'>): SchoolSessions => ({
  end: (opened, now) => platform.withPlatform((db) => revokeSchoolSessions(db, opened, now)),
})
