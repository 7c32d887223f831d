import { randomUUID } from 'node:crypto'
import type { School } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { letterText } from '../../mail/letter.ts'
import { letterHtml } from '../../mail/letter-html.ts'
import { type Mailer, MailRefused } from '../../mail/mailer.ts'
import { makeDenialToken, makeMessageToken } from '../../mail/message-token.ts'
import { noticeToken } from '../../mail/notice-token.ts'
import { type MayOpen, requireReadable } from './answer-letters.ts'
import { insertEmailTokens, listWithPassword, markMessageSent, markMessagesFailed } from './delivery.queries.ts'
import { letterheadOf, pictures } from './letterheads.ts'
import { claimWithContext, writeLetter } from './letters.service.ts'
import { kindFor, tokensOf } from './message-links.ts'
import { SubjectGone } from './subject-gone.ts'

/** The mailer is the worker's own: no request ever sends mail. */
export interface DeliveryTools extends PlatformTools {
  mailer: Mailer
  mayOpen: MayOpen
}

/**
 * Sends what is not sent yet. Each mail is marked as soon as the mail server has it; a run that dies between the two sends that
 * one mail again, with the same Message-ID and the same link. A run that another one took over from sends nothing after the
 * mail it was at.
 */
export async function deliverMessages(
  school: School,
  messageIds: string[],
  { config, platform, mailer, mayOpen, now }: DeliveryTools,
  signal: AbortSignal,
): Promise<void> {
  const runId = randomUUID()
  const context = await school.tx((db) => claimWithContext(db, messageIds, runId))
  if (context.messages.length === 0) return
  const outgoing = await platform.withPlatform(async (db) => {
    const withPassword = await listWithPassword(
      db,
      context.messages.map((each) => each.userId),
    )
    const isProven = new Map(withPassword.map(({ id, proven }) => [id, proven]))
    const chosen = context.messages.map((each) => ({ ...each, kind: kindFor(each, isProven.get(each.userId)) }))
    const making = { schoolId: school.id, secret: config.secret, now: now() }
    const tokens = chosen.flatMap((each) => tokensOf(each, making))
    if (tokens.length) await insertEmailTokens(db, school.id, tokens)
    return chosen
  })
  const head = letterheadOf(school.id, context.sender, config.publicUrl)
  const host = new URL(config.publicUrl).hostname
  let trouble: unknown
  for (const message of outgoing) {
    signal.throwIfAborted()
    const token = makeMessageToken(config.secret, school.id, message.id)
    const denialToken = makeDenialToken(config.secret, school.id, message.id)
    try {
      const picture = pictures(school.id, config.publicUrl)
      const offToken = noticeToken(config.secret, school.id, message.userId)
      const supportEmail = config.support.email
      const reader = { userId: message.userId, isBlocked: context.sender.is_blocked }
      const found = context.answers.get(message.id)
      const answer =
        message.kind === 'question_answered'
          ? await requireReadable(school, found, reader, { mayOpen, now })
          : undefined
      const letter = writeLetter(message, {
        context,
        head,
        token,
        denialToken,
        offToken,
        picture,
        supportEmail,
        answer,
      })
      await mailer.send({
        messageId: `<m-${school.id}-${message.id}@${host}>`,
        fromName: head.schoolName,
        replyTo: (message.kind === 'school_blocked' ? config.support.email : context.sender.email) || undefined,
        to: { name: message.name, address: message.email },
        subject: letter.subject,
        html: letterHtml(letter, head),
        text: letterText(letter, head),
      })
    } catch (error) {
      // One mail that has to wait or cannot be sent does not hold back the others.
      if (error instanceof MailRefused || error instanceof SubjectGone)
        await school.tx((db) => markMessagesFailed(db, [message.id], error.message))
      else if (isAboutOneMail(error)) trouble = error
      else throw error
      continue
    }
    if (!(await school.tx((db) => markMessageSent(db, message.id, runId, now())))) return
  }
  if (trouble) throw trouble
}

export const failMessages = (school: School, messageIds: string[], reason: string) =>
  school.tx(async (db) => void (await markMessagesFailed(db, messageIds, reason)))

/** The mail server answered for this mail alone, such as a mailbox that is full for now. */
const isAboutOneMail = (error: unknown) => {
  const { code, command } = error as { code?: string; command?: string }
  return command !== 'MAIL FROM' && (code === 'EENVELOPE' || code === 'EMESSAGE')
}
