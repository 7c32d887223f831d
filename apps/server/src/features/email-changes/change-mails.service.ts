import { minuteMs } from '@escola/contract/durations'
import { emailChangeLimits } from '@escola/contract/email-changes.contract'
import type { z } from 'zod'
import type { School } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import type { jobs } from '../../jobs/catalogue.ts'
import { type EmailChangePages, emailChangeTemplates } from '../../mail/email-change-templates.ts'
import type { Letter, Letterhead } from '../../mail/letter.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { forgetTokens } from '../access-api/api-tokens.service.ts'
import { moveRefused } from '../imports/imports.service.ts'
import { findSenderSchool, sendOutsideMail } from '../messages/outside-mails.service.ts'
import { moveBuyer } from '../sales/kept-sales.service.ts'
import * as queries from './email-changes.queries.ts'
import { makeCode, makeUndoToken } from './email-secrets.ts'

export interface ChangeMailTools extends PlatformTools {
  mailer: Mailer
  openSchool(id: string): School
}
type ChangeMail = z.output<typeof jobs.notifyOfEmailChange.payload>

/** Sends a mail about a change. A run that dies after the sending sends the same mail again. */
export async function notifyOfEmailChange(
  { changeId, kind, schoolId }: ChangeMail,
  tools: ChangeMailTools,
): Promise<void> {
  const found = await tools.platform.withPlatform(async (db) => {
    const change = await queries.findChange(db, changeId)
    if (!change) return undefined
    return {
      change,
      name: await queries.findName(db, change.user_id),
      holder: await queries.findHolder(db, change.new_email, change.user_id),
      senderId: await findSenderSchool(db, change.user_id, schoolId ?? undefined),
    }
  })
  // The user asked for another code meanwhile, or no longer exists.
  if (!found || (kind === 'code' && found.change.utc_changed_on)) return
  const { change, name, holder, senderId } = found
  const facts = { kind, change, name, isTaken: holder !== undefined && !holder.isOwnFormer }
  const mail = {
    kind: 'email_change' as const,
    // A code is of no use after its minutes; the other mails are tried for days.
    ...(kind === 'code' && { worthMs: emailChangeLimits.codeMinutes * minuteMs }),
    key: `email-change-${changeId}-${kind}`,
    to: addresseeOf(facts),
    write: (head: Letterhead) => write(facts, head, tools),
  }
  await sendOutsideMail(senderId === undefined ? undefined : tools.openSchool(senderId), mail, tools)
}

interface MailFacts {
  kind: ChangeMail['kind']
  change: queries.EmailChange
  name: string
  /** The new e-mail is another account's. */
  isTaken: boolean
}

function addresseeOf({ kind, change, name }: MailFacts) {
  // The owner of the mailbox may be another person, so the mail has no name in it.
  if (kind === 'code') return { name: '', address: change.new_email }
  // An undone change leaves the new e-mail; one taken back in the account leaves the e-mail that the user had at that moment.
  const isNew = kind === 'left' && change.utc_undo_until !== null
  return { name, address: isNew ? change.new_email : change.old_email }
}

function write({ kind, change, name, isTaken }: MailFacts, { schoolUrl }: Letterhead, tools: ChangeMailTools): Letter {
  const pages: EmailChangePages = {
    loginUrl: `${schoolUrl}/login`,
    recoveryUrl: `${schoolUrl}/recuperar-senha`,
    undoUrl: `${schoolUrl}/email/${makeUndoToken(change.id, tools)}`,
  }
  const reader = { personName: name }
  const act = { device: change.device, utc_on: (change.utc_changed_on ?? change.utc_asked_on).toISOString() }
  switch (kind) {
    case 'code':
      if (isTaken) return emailChangeTemplates.taken(pages)
      return emailChangeTemplates.code({ code: makeCode(change.id, tools) })
    case 'changed':
      return emailChangeTemplates.changed(reader, { act, pages, newEmail: change.new_email })
    case 'restored':
      return emailChangeTemplates.restored(reader, { pages })
    case 'left':
      return emailChangeTemplates.left(reader)
  }
}

/**
 * Brings what a school has written down under other e-mails of these changes to the one that the user has now, so that jobs of two changes end alike
 * in any order. What other systems were given for the student ends.
 */
export async function followEmail(
  school: School,
  { userId, changeIds }: z.output<typeof jobs.followEmail.payload>,
  { platform }: Pick<PlatformTools, 'platform'>,
): Promise<void> {
  const changes = await platform.withPlatform((db) => Promise.all(changeIds.map((id) => queries.findChange(db, id))))
  const emails = changes.flatMap((change) => (change ? [change.old_email, change.new_email] : []))
  await school.tx(async (db) => {
    const email = await queries.findMemberEmail(db, userId)
    const from = emails.filter((each) => each !== email)
    if (!email || from.length === 0) return
    await moveBuyer(db, { from, to: email })
    await moveRefused(db, { from, to: email })
    await forgetTokens(db, userId)
  })
}
