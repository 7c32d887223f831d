import { randomUUID } from 'node:crypto'
import { minuteMs } from '@escola/contract/durations'
import type { School } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { letterText } from '../../mail/letter.ts'
import { letterHtml } from '../../mail/letter-html.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { makeDenialToken, makeMessageToken } from '../../mail/message-token.ts'
import { noticeToken } from '../../mail/notice-token.ts'
import { MailTrouble } from '../../mail/refusals.ts'
import { type MayOpen, requireReadable } from './answer-letters.ts'
import { findAccounts, insertEmailTokens, markMessageGone, markMessageSent } from './delivery.queries.ts'
import { letterheadOf, pictures } from './letterheads.ts'
import { claimWithContext, writeLetter } from './letters.service.ts'
import { askToSend, recordRefusal, recordTaken } from './mail-stops.service.ts'
import { kindFor, tokensOf } from './message-links.ts'
import { SubjectGone } from './subject-gone.ts'
import { type FailTools, failMails } from './undelivered.service.ts'
import { park, putOff, type TriedMail } from './waiting-mail.service.ts'

/** A probe that has not ended by then was cut off. A mail server has half a minute for each of its answers. */
const longestProbeMs = 10 * minuteMs

/** Mails from the platform about a school, whose answers go to the platform. */
const platformKinds = new Set<string>(['school_blocked', 'school_unblocked'])

/** The mailer is the worker's own: no request ever sends mail. */
export interface DeliveryTools extends PlatformTools {
  mailer: Mailer
  mayOpen: MayOpen
}

/** Sends what is not sent yet. While mail is stopped all of it waits, except the single mail of a run that may probe. */
export async function deliverMessages(
  school: School,
  messageIds: string[],
  tools: DeliveryTools,
  signal: AbortSignal,
): Promise<void> {
  const may = await askToSend(school.id, tools)
  if (may === 'open') return sendMails(school, messageIds, { probed: undefined, signal }, tools)
  const [tried, waiting] = may === 'stopped' ? [[], messageIds] : [messageIds.slice(0, 1), messageIds.slice(1)]
  await park(school, waiting, tools)
  if (may !== 'stopped') await sendMails(school, tried, { probed: may.probes, signal }, tools)
}

interface Sending {
  /** School whose mail the run probes, 0 for that of all; undefined while mail is open. */
  probed: string | undefined
  signal?: AbortSignal
}

/**
 * Each mail is marked as soon as the mail server has it; a run that dies between the two sends that one mail again, with the same Message-ID and
 * the same link. A run that another one took over from sends nothing after the mail it was at.
 */
export async function sendMails(
  school: School,
  messageIds: string[],
  { probed, signal }: Sending,
  tools: DeliveryTools,
): Promise<void> {
  const { config, platform, mailer, mayOpen, now } = tools
  const runId = randomUUID()
  const probeEndsOn = probed === undefined ? null : new Date(now().getTime() + longestProbeMs)
  const context = await school.tx((db) => claimWithContext(db, messageIds, { runId, now: now(), probeEndsOn }))
  if (context.messages.length === 0) return
  const outgoing = await platform.withPlatform(async (db) => {
    const accounts = await findAccounts(
      db,
      context.messages.map((each) => each.userId),
    )
    const chosen = context.messages.flatMap((message) => {
      const account = accounts.get(message.userId)!
      const kind = kindFor(message, account)
      return kind ? [{ ...message, kind, account }] : []
    })
    const making = { schoolId: school.id, secret: config.secret, now: now() }
    const tokens = chosen.flatMap((each) => tokensOf(each, making))
    if (tokens.length) await insertEmailTokens(db, school.id, tokens)
    return chosen
  })
  const outgoingIds = new Set(outgoing.map(({ id }) => id))
  const settled = context.messages.filter(({ id }) => !outgoingIds.has(id))
  if (settled.length > 0)
    await school.tx((db) => Promise.all(settled.map(({ id }) => markMessageGone(db, id, 'the account is claimed'))))
  const head = letterheadOf(school.id, context.sender, config.publicUrl)
  const host = new URL(config.publicUrl).hostname
  for (const [at, message] of outgoing.entries()) {
    signal?.throwIfAborted()
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
        now: now(),
      })
      await mailer.send({
        messageId: `<m-${school.id}-${message.id}@${host}>`,
        fromName: head.schoolName,
        replyTo: (platformKinds.has(message.kind) ? config.support.email : context.sender.email) || undefined,
        to: { name: message.name, address: message.email },
        subject: letter.subject,
        html: letterHtml(letter, head),
        text: letterText(letter, head),
      })
    } catch (error) {
      if (error instanceof SubjectGone) await school.tx((db) => markMessageGone(db, message.id, error.message))
      else if (!(error instanceof MailTrouble)) throw error
      else if (await holdBack(school, outgoing.slice(at), { runId, probed, trouble: error }, tools)) return
      continue
    }
    const isOurs = await school.tx((db) => markMessageSent(db, message.id, runId, now()))
    await recordTaken({ schoolId: school.id }, probed, tools)
    if (!isOurs) return
  }
}

/**
 * Settles the first of these mails, which could not be sent.
 * @returns whether the others have to wait with it: the server can't be used, or mail is stopped by now
 */
async function holdBack(
  school: School,
  [mail, ...others]: [TriedMail, ...TriedMail[]] | TriedMail[],
  { runId, probed, trouble }: { runId: string; probed: string | undefined; trouble: MailTrouble },
  tools: DeliveryTools,
): Promise<boolean> {
  const { id, addressRefusals } = mail!
  if (trouble.verdict === 'address') {
    await failMails(school, [id], { outcome: 'address_refused', reason: trouble.message, runId }, tools)
    return false
  }
  const isStopped = await recordRefusal({ schoolId: school.id, mail: id, addressRefusals }, trouble, tools)
  const isForAll = isStopped || trouble.verdict === 'away'
  const why = { runId, trouble, isStopped, isProbe: probed !== undefined }
  await putOff(school, isForAll ? [mail!, ...others] : [mail!], why, tools)
  return isForAll
}

/** The job itself failed at its last try. */
export const failMessages = (school: School, messageIds: string[], reason: string, tools: FailTools) =>
  failMails(school, messageIds, { outcome: 'unsent', reason }, tools)
