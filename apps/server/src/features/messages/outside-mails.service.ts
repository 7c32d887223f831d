import type { PlatformDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { type Letter, type Letterhead, letterText } from '../../mail/letter.ts'
import { letterHtml } from '../../mail/letter-html.ts'
import { type Mailer, MailRefused } from '../../mail/mailer.ts'
import { type PurchaseStatus, purchaseTemplates } from '../../mail/purchase-templates.ts'
import { getSender } from './delivery.queries.ts'
import { letterheadOf } from './letterheads.ts'
import { findMailSchool } from './messages.queries.ts'

export interface OutsideMail {
  /** Names the mail: sent again, it is the same one. */
  key: string
  to: { name: string; address: string }
  write: (head: Letterhead) => Letter
}

/**
 * Sends a mail to an address that is no member's, so that no message can be theirs.
 * @param school gives its name to the mail; undefined: the platform does
 */
export async function sendOutsideMail(
  school: School | undefined,
  { key, to, write }: OutsideMail,
  { config, mailer }: Pick<Tools, 'config'> & { mailer: Mailer },
): Promise<void> {
  const { head, replyTo } = school ? await readSender(school, config) : platformSender(config)
  const letter = write(head)
  const mail = {
    messageId: `<${key}@${new URL(config.publicUrl).hostname}>`,
    fromName: head.schoolName,
    replyTo: replyTo || undefined,
    to,
    subject: letter.subject,
    html: letterHtml(letter, head),
    text: letterText(letter, head),
  }
  await mailer.send(mail).catch((error: unknown) => {
    // Such an address may not exist, and no other is known.
    if (!(error instanceof MailRefused)) throw error
  })
}

interface Sender {
  head: Letterhead
  replyTo: string
}

async function readSender(school: School, { publicUrl }: Tools['config']): Promise<Sender> {
  const sender = await school.tx((db) => getSender(db))
  return { head: letterheadOf(school.id, sender, publicUrl), replyTo: sender.email }
}

const platformSender = ({ publicUrl, support }: Tools['config']): Sender => ({
  head: { schoolName: 'Escola', schoolUrl: publicUrl, theme: '', logo: '', logoDark: '' },
  replyTo: support.email,
})

/** Finds the school in whose name a mail about a user's account is written; undefined for a user without a school. */
export const findSenderSchool = async (
  db: PlatformDb,
  userId: string,
  schoolId?: string,
): Promise<string | undefined> => (await findMailSchool(db, userId, schoolId))?.school_id

export interface BuyerMail {
  /** Names the mail among those of the school. */
  key: string
  to: { name: string; address: string }
  code: string
  standing: PurchaseStatus
}

/** Sends a mail about a purchase to a buyer who is no member of the school yet. */
export const sendBuyerMail = (
  school: School,
  { key, to, code, standing: status }: BuyerMail,
  tools: Pick<Tools, 'config'> & { mailer: Mailer },
): Promise<void> =>
  sendOutsideMail(
    school,
    {
      key: `p-${school.id}-${key}`,
      to,
      write: ({ schoolName }) =>
        purchaseTemplates.closed({ personName: to.name, schoolName }, { code, standing: status }),
    },
    tools,
  )
