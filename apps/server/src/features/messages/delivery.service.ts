import { randomUUID } from 'node:crypto'
import { formatLastDay } from '@escola/contract/terms'
import type { School } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { type Letterhead, letterText } from '../../mail/letter.ts'
import { letterHtml } from '../../mail/letter-html.ts'
import { type Mailer, MailRefused } from '../../mail/mailer.ts'
import { makeMessageToken } from '../../mail/message-token.ts'
import { noticeToken } from '../../mail/notice-token.ts'
import { purchaseTemplates } from '../../mail/purchase-templates.ts'
import { templates } from '../../mail/templates.ts'
import { type MayOpen, requireReadable, writeAnswer } from './answer-letters.ts'
import { writeCertificateLetter } from './certificate-letters.ts'
import {
  type AnswerRow,
  type ClaimedMessage,
  claimMessages,
  getSender,
  insertEmailTokens,
  listAnswers,
  listCertificates,
  listCohorts,
  listEnds,
  listHearers,
  listMembers,
  listNews,
  listWithPassword,
  markMessageSent,
  markMessagesFailed,
} from './delivery.queries.ts'
import { letterheadOf, pictures } from './letterheads.ts'
import { type MessageKind, messageParams, type SecurityNews, securityNewsOf } from './message-kinds.ts'
import { kindFor, tokenOf } from './message-links.ts'
import { listOpenedCourses, readOpenings } from './opened-modules.service.ts'
import { isPaymentKind, type PaymentKind, writePaymentLetter } from './payment-letters.ts'
import { namedIn, writeWarning } from './security-letters.ts'
import { SubjectGone } from './subject-gone.ts'

/** The mailer is the worker's own: no request ever sends mail. */
export interface DeliveryTools extends PlatformTools {
  mailer: Mailer
  mayOpen: MayOpen
}

type Subject = 'cohortId' | 'certificateId' | 'threadId' | 'replyId'
interface Params extends Partial<Record<Subject, string>> {
  administrator?: boolean
  groupIds?: string[]
  moduleIds?: string[]
  device?: string
  cellphone?: string
  endsOn?: string
  code?: string
  paymentId?: string
  planId?: string
}
type Outgoing = ClaimedMessage &
  Record<Subject, string | undefined> & {
    administrator: boolean
    groupIds: string[]
    moduleIds: string[]
    /** End of the access that the mail tells of. */
    endsOn: string | undefined
    /** Event that the mail warns of; undefined for other mails. */
    warning: SecurityNews | undefined
  }
type Context = Awaited<ReturnType<typeof readContext>>

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
  const context = await school.tx((db) => readContext(db, messageIds, runId))
  if (context.messages.length === 0) return
  const outgoing = await platform.withPlatform(async (db) => {
    const withPassword = await listWithPassword(
      db,
      context.messages.map((each) => each.userId),
    )
    const isProven = new Map(withPassword.map(({ id, proven }) => [id, proven]))
    const chosen = context.messages.map((each) => ({ ...each, kind: kindFor(each, isProven.get(each.userId)) }))
    const tokens = chosen.flatMap((each) => tokenOf(each, school.id, config.secret, now()))
    if (tokens.length) await insertEmailTokens(db, school.id, tokens)
    return chosen
  })
  const head = letterheadOf(school.id, context.sender, config.publicUrl)
  const host = new URL(config.publicUrl).hostname
  let trouble: unknown
  for (const message of outgoing) {
    signal.throwIfAborted()
    const token = makeMessageToken(config.secret, school.id, message.id)
    try {
      const picture = pictures(school.id, config.publicUrl)
      const offToken = noticeToken(config.secret, school.id, message.userId)
      const supportEmail = config.support.email
      const reader = { userId: message.userId, isBlocked: context.sender.is_blocked }
      const told = context.answers.get(message.id)
      const answer =
        message.kind === 'question_answered' ? await requireReadable(school, told, reader, { mayOpen, now }) : undefined
      const letter = write(message, { context, head, token, offToken, picture, supportEmail, answer })
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

export const giveUpMessages = (school: School, messageIds: string[], reason: string) =>
  school.tx(async (db) => void (await markMessagesFailed(db, messageIds, reason)))

/** The mail server answered for this mail alone, such as a mailbox that is full for now. */
const isAboutOneMail = (error: unknown) => {
  const { code, command } = error as { code?: string; command?: string }
  return command !== 'MAIL FROM' && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

async function readContext(db: Parameters<typeof claimMessages>[0], messageIds: string[], runId: string) {
  const messages = (await claimMessages(db, messageIds, runId)).map((message): Outgoing => {
    const params: Params = messageParams[message.kind].parse(message.params)
    const {
      administrator = false,
      groupIds = [],
      moduleIds = [],
      cohortId,
      certificateId,
      threadId,
      replyId,
      endsOn,
    } = params
    const warning = securityNewsOf(message.kind, message.params)
    return {
      ...message,
      cohortId,
      certificateId,
      threadId,
      replyId,
      administrator,
      groupIds,
      moduleIds,
      endsOn,
      warning,
    }
  })
  const cohortIds = [...new Set(messages.flatMap((each) => each.cohortId ?? []))]
  const certificateIds = messages.flatMap((each) => each.certificateId ?? [])
  const answered = messages.flatMap(({ id, threadId, replyId }) => (threadId ? [{ id, threadId, replyId }] : []))
  const digests = messages.filter(({ kind }) => kind === 'admin_digest')
  const memberIds = messages.flatMap(({ warning }) => (warning ? namedIn(warning) : []))
  const ending = messages.flatMap(({ id, userId, cohortId, endsOn }) =>
    endsOn && cohortId ? [{ id, userId, cohortId }] : [],
  )
  const groupIds = [...new Set(digests.flatMap((each) => each.groupIds))]
  const [ends, answers, cohorts, certificates, sender] = await Promise.all([
    ending.length ? listEnds(db, ending) : [],
    answered.length ? listAnswers(db, answered) : [],
    cohortIds.length ? listCohorts(db, cohortIds) : [],
    certificateIds.length ? listCertificates(db, certificateIds) : [],
    getSender(db),
  ])
  return {
    messages,
    sender,
    openings: await readOpenings(db, messages),
    news: groupIds.length ? await listNews(db, groupIds) : [],
    hearers: digests.length
      ? await listHearers(
          db,
          digests.map(({ userId }) => userId),
        )
      : new Map<string, Set<string>>(),
    members: new Map(memberIds.length ? (await listMembers(db, memberIds)).map((each) => [each.user_id, each]) : []),
    ends: new Map(ends.map((each) => [each.message_id, each.ends_on?.toISOString()])),
    cohorts: new Map(cohorts.map((each) => [each.id, each])),
    certificates: new Map(certificates.map((each) => [each.id, each])),
    answers: new Map(answers.map((each) => [each.message_id, each])),
  }
}

/** News as it is when the digest leaves, for a person who administers the school then. */
function newsFor({ userId, groupIds }: Outgoing, { news, hearers }: Context) {
  const refused = hearers.get(userId)
  if (!refused) throw new SubjectGone('the person does not administer the school any more')
  const standing = news.filter(({ group_id, kind }) => groupIds.includes(group_id) && !refused.has(kind))
  if (standing.length === 0) throw new SubjectGone('nothing of it waits any more')
  return standing
}

interface Writing {
  context: Context
  head: Letterhead
  token: string
  /** Secret of the link that switches news off. */
  offToken: string
  picture: ReturnType<typeof pictures>
  supportEmail: string
  /** Answer that the mail tells of. */
  answer: AnswerRow | undefined
}

function write(message: Outgoing, { context, head, token, offToken, picture, supportEmail, answer }: Writing) {
  const { schoolName, schoolUrl } = head
  const reader = { personName: message.name, schoolName }
  if (message.warning) return writeWarning(message.warning, { ...reader, schoolUrl, members: context.members })
  if (isPaymentKind(message.kind)) return writePaymentLetter(message.kind, message.params, reader, schoolUrl)
  const cohort = message.cohortId ? context.cohorts.get(message.cohortId) : undefined
  const named = cohort?.courses ?? []
  const coverWidth = named.length === 1 ? 1120 : 480
  const courses = named.map(({ title, cover_key }) => ({ title, cover: picture(cover_key, coverWidth) }))
  const given = { cohortTitle: cohort?.title, courses }
  const kind = message.kind as Exclude<MessageKind, SecurityNews['kind'] | PaymentKind>
  switch (kind) {
    case 'activation':
      return templates.activation(reader, { url: `${schoolUrl}/activate/${token}` })
    case 'invitation':
      if (message.administrator)
        return templates.administrator_invitation(reader, { url: `${schoolUrl}/welcome/${token}` })
      return templates.invitation(reader, { url: `${schoolUrl}/welcome/${token}`, ...given })
    case 'enrollment':
      if (message.administrator) return templates.administrator_access(reader, { url: `${schoolUrl}/` })
      return templates.enrollment(reader, { url: `${schoolUrl}/`, ...given })
    case 'purchase_invitation': {
      const { code } = messageParams.purchase_invitation.parse(message.params)
      return purchaseTemplates.invitation(reader, { code, url: `${schoolUrl}/welcome/${token}` })
    }
    case 'purchase_access': {
      const { code } = messageParams.purchase_access.parse(message.params)
      return purchaseTemplates.access(reader, { code, url: `${schoolUrl}/` })
    }
    case 'purchase_closed':
      return purchaseTemplates.closed(reader, messageParams.purchase_closed.parse(message.params))
    case 'recovery':
      return templates.recovery(reader, { url: `${schoolUrl}/recover/${token}` })
    case 'school_blocked': {
      const { is_blocked, blocked_reason: reason } = context.sender
      if (!is_blocked) throw new SubjectGone('the school is open again')
      return templates.school_blocked(reader, { url: `${schoolUrl}/contato`, reason, supportEmail })
    }
    case 'access_ends': {
      if (context.sender.is_blocked) throw new SubjectGone('the school is blocked')
      const { endsOn } = message
      if (!endsOn || context.ends.get(message.id) !== endsOn) throw new SubjectGone('the access ends at another time')
      return templates.access_ends(reader, {
        lastDay: formatLastDay(endsOn),
        url: `${schoolUrl}/cursos`,
        contactUrl: `${schoolUrl}/contato`,
        ...given,
      })
    }
    case 'admin_digest':
      return templates.admin_digest(reader, {
        url: `${schoolUrl}/notificacoes`,
        balanceUrl: `${schoolUrl}/low-balance`,
        offUrl: `${schoolUrl}/avisos/${offToken}`,
        news: newsFor(message, context),
      })
    case 'modules_opened': {
      if (context.sender.is_blocked) throw new SubjectGone('the school is blocked')
      const opened = listOpenedCourses(context.openings, message)
      if (opened.length === 0) throw new SubjectGone('the student has nothing of it any more')
      const width = opened.length === 1 ? 1120 : 480
      return templates.modules_opened(reader, {
        homeUrl: `${schoolUrl}/cursos`,
        courses: opened.map(({ coverKey, path, ...course }) => ({
          ...course,
          cover: picture(coverKey, width),
          url: `${schoolUrl}${path}`,
        })),
      })
    }
    case 'access_link_sms':
      throw new SubjectGone('a text message is no mail')
    case 'question_answered':
      return writeAnswer(answer!, { ...reader, schoolUrl })
    case 'certificate_ready':
    case 'certificate_revoked':
      return writeCertificateLetter(kind, context.certificates.get(message.certificateId!), {
        ...reader,
        schoolUrl,
      })
  }
}
