import { type OtherEmail, otherEmailLimits, otherEmailTexts } from '@escola/contract/other-emails.contract'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import type { z } from 'zod'
import { invalidField, notFound } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { PlatformTools, Tools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueMany } from '../../jobs/enqueue.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { otherEmailLetter } from '../../mail/other-email-template.ts'
import { seal, unseal } from '../../security/sealed.ts'
import { sendOutsideMail } from '../messages/outside-mails.service.ts'
import * as queries from './other-emails.queries.ts'

const sealPurpose = 'other e-mail'

export const listOtherEmails = (school: School, { userId }: { userId: string }) =>
  school.tx(async (db) => {
    if (!(await queries.isStudent(db, userId))) throw notFound()
    return { other_emails: (await queries.listOtherEmails(db, userId)).map(toWire) }
  })

/**
 * Records a further e-mail of a student, and notifies both mailboxes at once. An e-mail of a member is refused: that person may sign in with it, so the two
 * are merged instead.
 */
export const addOtherEmail = (
  school: Attended,
  { userId, email }: { userId: string; email: string },
  { now, config }: Pick<Tools, 'now' | 'config'>,
) =>
  school.tx(async (db) => {
    const student = await queries.lockStudent(db, userId)
    if (!student) throw notFound()
    const existing = await queries.listOtherEmails(db, userId)
    const same = existing.find((each) => each.email === email)
    if (same) return { other_email: toWire(same) }
    if (existing.length >= otherEmailLimits.perStudent) throw invalidField('email', otherEmailTexts.tooMany)
    if (await queries.isMembersEmail(db, email)) throw invalidField('email', otherEmailTexts.member)
    const row = { user_id: userId, email, added_by: school.actor.userId, utc_added_on: now() }
    const added = await queries.insertOtherEmail(db, row)
    if (!added) throw invalidField('email', await describeHolder(db, email))
    await enqueueMany(
      db,
      jobs.notifyOfOtherEmail,
      [student.email, email].map((address) => {
        const mail: SealedMail = {
          key: `${added.id}-${address === email ? 'other' : 'own'}`,
          name: student.name,
          address,
          other: email,
        }
        return { sealedMail: seal(config.secret, sealPurpose, { text: JSON.stringify(mail), of: school.id }) }
      }),
    )
    return { other_email: toWire(added) }
  })

const describeHolder = async (db: SchoolDb, email: string) =>
  otherEmailTexts.taken((await queries.findHolder(db, email))?.name ?? 'outro aluno')

export const removeOtherEmail = (school: School, named: { userId: string; id: string }) =>
  school.tx(async (db) => {
    if (!(await queries.deleteOtherEmail(db, named))) throw notFound()
    return done
  })

interface SealedMail {
  key: string
  name: string
  address: string
  other: string
}

/** Sends the mail to one of the two mailboxes; a run that dies after the sending sends the same mail again. */
export async function notifyOfOtherEmail(
  school: School,
  { sealedMail }: z.output<typeof jobs.notifyOfOtherEmail.payload>,
  tools: PlatformTools & { mailer: Mailer },
): Promise<void> {
  const { key, name, address, other }: SealedMail = JSON.parse(
    unseal(tools.config.secret, sealPurpose, { sealed: sealedMail, of: school.id }),
  )
  await sendOutsideMail(
    school,
    {
      kind: 'other_email',
      key: `o-${school.id}-${key}`,
      to: { name, address },
      write: ({ schoolName }) =>
        otherEmailLetter({ personName: name, schoolName }, { other, isOwn: address !== other }),
    },
    tools,
  )
}

const toWire = ({ id, email, utc_added_on }: queries.OtherEmailRow): OtherEmail => ({
  id,
  email,
  utc_added_on: utc_added_on.toISOString(),
})
