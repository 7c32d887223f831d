import type { Platform, SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import * as memberships from './memberships.queries.ts'
import * as users from './users.queries.ts'

/** The one way from a school to the list of people. It tells nothing but who has an e-mail. */
export interface People {
  /**
   * The person behind each e-mail, made when there is none yet, with the e-mail that they have now: for some days after they have changed it,
   * the old one leads to them too. A password that was typed without proof of the e-mail may be an outsider's
   * and ends: from now on the invitation in the mailbox is the way in. It commits before the school's own transaction begins, and before
   * that holds anything. Should the school's fail, a person stays who belongs to no school, which does no harm.
   */
  ensure(emails: string[]): Promise<Map<string, Addressee>>
  /**
   * The person of each e-mail in a school: its student who has it as a further one, else the person that ensure gives. The e-mail of the answer is that
   * person's own, so that no mail of theirs goes to another mailbox. All flows of a school ask here, but for administrators: a further e-mail opens no
   * session, so it makes none of them.
   */
  ensureFor(school: School, emails: string[]): Promise<Map<string, Addressee>>
}

export interface Addressee {
  userId: string
  email: string
}

export function openPeople(platform: Pick<Platform, 'withPlatform'>): People {
  const ensure: People['ensure'] = async (emails) => {
    const people = new Map<string, Addressee>()
    for (let missing = emails; missing.length > 0; missing = missing.filter((email) => !people.has(email)))
      for (const { asked, id, email } of await platform.withPlatform(
        (db) => users.findOrMakePeople(db, missing),
        'kept',
      ))
        people.set(asked, { userId: id, email })
    return people
  }
  const ensureFor: People['ensureFor'] = async (school, emails) => {
    const addressees = await school.tx((db) => findByOtherEmails(db, emails))
    const others = await ensure(emails.filter((email) => !addressees.has(email)))
    for (const [email, addressee] of others) addressees.set(email, addressee)
    return addressees
  }
  return { ensure, ensureFor }
}

/** Students by the further e-mails that the school has recorded of them. A member whose own e-mail it is comes first. */
export const findByOtherEmails = async (db: SchoolDb, emails: string[]): Promise<Map<string, Addressee>> =>
  new Map((await memberships.listByOtherEmails(db, emails)).map(({ other, ...addressee }) => [other, addressee]))
