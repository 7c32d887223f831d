import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { type Letter, letterText } from '../../mail/letter.ts'
import { letterHtml } from '../../mail/letter-html.ts'
import { type Mailer, MailRefused } from '../../mail/mailer.ts'
import { type PurchaseStanding, purchaseTemplates } from '../../mail/purchase-templates.ts'
import { getSender } from './delivery.queries.ts'
import { letterheadOf } from './letterheads.ts'

export interface OutsideMail {
  /** Names the mail: sent again, it is the same one. */
  key: string
  to: { name: string; address: string }
  write: (schoolName: string) => Letter
}

/** Sends a mail of a school to an address that is no member's, so that no message can be theirs. */
export async function sendOutsideMail(
  school: School,
  { key, to, write }: OutsideMail,
  { config, mailer }: Pick<Tools, 'config'> & { mailer: Mailer },
): Promise<void> {
  const sender = await school.tx((db) => getSender(db))
  const head = letterheadOf(school.id, sender, config.publicUrl)
  const letter = write(head.schoolName)
  const mail = {
    messageId: `<${key}@${new URL(config.publicUrl).hostname}>`,
    fromName: head.schoolName,
    replyTo: sender.email || undefined,
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

export interface BuyerMail {
  /** Names the mail among those of the school. */
  key: string
  to: { name: string; address: string }
  code: string
  standing: PurchaseStanding
}

/** Sends a mail about a purchase to a buyer who is no member of the school yet. */
export const sendBuyerMail = (
  school: School,
  { key, to, code, standing }: BuyerMail,
  tools: Pick<Tools, 'config'> & { mailer: Mailer },
): Promise<void> =>
  sendOutsideMail(
    school,
    {
      key: `p-${school.id}-${key}`,
      to,
      write: (schoolName) => purchaseTemplates.closed({ personName: to.name, schoolName }, { code, standing }),
    },
    tools,
  )
