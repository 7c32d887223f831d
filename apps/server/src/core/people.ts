import type { Platform } from '@escola/db'
import { endSchoolSessions, findOrMakePeople } from './people.queries.ts'

/** The one way from a school to the list of people. It tells nothing but who has an e-mail. */
export interface People {
  /**
   * The person behind each e-mail, made when there is none yet. A password that somebody typed without proving the e-mail may be an
   * outsider's and ends: from now on the invitation in the mailbox is the way in. It commits before the school's own transaction begins,
   * and before that holds anything. Should the school's fail, a person stays who belongs nowhere, which harms nobody.
   */
  ensure(emails: string[]): Promise<Map<string, string>>
  /** Ends the sessions that something of this school opened, a link or a password that it gave out. */
  endSchoolSessions(person: { schoolId: string; userId: string }, now: Date): Promise<void>
}

export const peopleOf = (platform: Pick<Platform, 'withPlatform'>): People => ({
  ensure: async (emails) => {
    const ids = new Map<string, string>()
    for (let missing = emails; missing.length > 0; missing = missing.filter((email) => !ids.has(email)))
      for (const { id, email } of await platform.withPlatform((db) => findOrMakePeople(db, missing))) ids.set(email, id)
    return ids
  },
  endSchoolSessions: (person, now) => platform.withPlatform((db) => endSchoolSessions(db, person, now)),
})
