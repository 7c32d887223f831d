import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { letterText } from '../../mail/letter.ts'
import { letterHtml } from '../../mail/letter-html.ts'
import { type Mailer, MailRefused } from '../../mail/mailer.ts'
import { type PurchaseStanding, purchaseTemplates } from '../../mail/purchase-templates.ts'
import { getSender } from './delivery.queries.ts'
import { letterheadOf } from './letterheads.ts'

export interface BuyerMail {
  /** Names the mail among those of the school: sent again, it is the same one. */
  key: string
  to: { name: string; address: string }
  code: string
  standing: PurchaseStanding
}

/** Sends a mail about a purchase to a buyer who is no member of the school yet. */
export async function sendBuyerMail(
  school: School,
  { key, to, code, standing }: BuyerMail,
  { config, mailer }: Pick<Tools, 'config'> & { mailer: Mailer },
): Promise<void> {
  const sender = await school.tx((db) => getSender(db))
  const head = letterheadOf(school.id, sender, config.publicUrl)
  const letter = purchaseTemplates.closed({ personName: to.name, schoolName: head.schoolName }, { code, standing })
  const mail = {
    messageId: `<p-${school.id}-${key}@${new URL(config.publicUrl).hostname}>`,
    fromName: head.schoolName,
    replyTo: sender.email || undefined,
    to,
    subject: letter.subject,
    html: letterHtml(letter, head),
    text: letterText(letter, head),
  }
  await mailer.send(mail).catch((error: unknown) => {
    // The address of a sale may not exist, and no other is known.
    if (!(error instanceof MailRefused)) throw error
  })
}
