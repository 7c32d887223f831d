import { describeEnd, isMailedEnd } from '@escola/contract/grant-ends'
import type { Rights } from '@escola/contract/permissions'
import { formatLastDay } from '@escola/contract/terms'
import { formatDate } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import type { Letterhead } from '../../mail/letter.ts'
import { endOfDenial } from '../../mail/message-token.ts'
import { purchaseTemplates } from '../../mail/purchase-templates.ts'
import { teamTemplates } from '../../mail/team-templates.ts'
import { templates } from '../../mail/templates.ts'
import { listTeamPlaces } from '../people/members.service.ts'
import { findTeam } from '../people/team.service.ts'
import { writeAnswer } from './answer-letters.ts'
import { writeCertificateLetter } from './certificate-letters.ts'
import { listCorrected } from './corrected-letters.queries.ts'
import { writeCorrected } from './corrected-letters.ts'
import {
  type Account,
  type AnswerRow,
  type Claim,
  type ClaimedMessage,
  claimMessages,
  getSender,
  listAnswers,
  listCertificates,
  listCohorts,
  listEndedAccess,
  listEnds,
  listMembers,
} from './delivery.queries.ts'
import { listNews, listRefused } from './digest.queries.ts'
import { writeDigest } from './digest-letters.ts'
import type { pictures } from './letterheads.ts'
import { type MessageKind, messageParams, type SecurityNews, securityNewsOf } from './message-kinds.ts'
import { listOpenedCourses, readOpenings } from './opened-modules.service.ts'
import { isPaymentKind, type PaymentKind, writePaymentLetter } from './payment-letters.ts'
import { namedIn, writeWarning } from './security-letters.ts'
import { SubjectGone } from './subject-gone.ts'
import { isOfTeamKind, requireHearing } from './team-mails.ts'

type Subject = 'cohortId' | 'certificateId' | 'threadId' | 'replyId' | 'attemptId'
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
type Read = ClaimedMessage &
  Record<Subject, string | undefined> & {
    administrator: boolean
    groupIds: string[]
    moduleIds: string[]
    /** End of access that the mail announces. */
    endsOn: string | undefined
    /** Event that the mail warns of; undefined for other mails. */
    warning: SecurityNews | undefined
  }
type Outgoing = Read & { account: Account }
type Context = Awaited<ReturnType<typeof claimWithContext>>

/** Takes messages for a run, and reads what their mails tell of. */
export async function claimWithContext(db: SchoolDb, messageIds: string[], claim: Claim) {
  const messages = (await claimMessages(db, messageIds, claim)).map((message): Read => {
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
      attemptId,
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
      attemptId,
      warning,
    }
  })
  const cohortIds = [...new Set(messages.flatMap((each) => each.cohortId ?? []))]
  const certificateIds = messages.flatMap((each) => each.certificateId ?? [])
  const answered = messages.flatMap(({ id, threadId, replyId }) => (threadId ? [{ id, threadId, replyId }] : []))
  const digests = messages.filter(({ kind }) => kind === 'admin_digest')
  const teamIds = messages.flatMap(({ kind, userId }) => (isOfTeamKind(kind) ? [userId] : []))
  const placed = messages.filter(({ administrator, kind }) => administrator || kind === 'team_place_changed')
  const memberIds = messages.flatMap(({ warning }) => (warning ? namedIn(warning) : []))
  const ending = messages.flatMap(({ id, userId, cohortId, endsOn }) =>
    endsOn && cohortId ? [{ id, userId, cohortId }] : [],
  )
  const ended = messages.flatMap(({ id, kind, userId, cohortId }) =>
    kind === 'access_ended' && cohortId ? [{ id, userId, cohortId }] : [],
  )
  const corrected = messages.flatMap(({ id, attemptId }) => (attemptId ? [{ id, attemptId }] : []))
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
    team: teamIds.length ? await findTeam(db, { userIds: teamIds }) : new Map<string, Rights>(),
    refused: digests.length ? await listRefused(db, teamIds) : [],
    places: new Map(
      (
        await listTeamPlaces(
          db,
          placed.map(({ userId }) => userId),
        )
      ).map((each) => [each.user_id, each]),
    ),
    members: new Map(memberIds.length ? (await listMembers(db, memberIds)).map((each) => [each.user_id, each]) : []),
    ends: new Map(ends.map((each) => [each.message_id, each.ends_on?.toISOString()])),
    ended: new Map((ended.length ? await listEndedAccess(db, ended) : []).map((each) => [each.message_id, each])),
    cohorts: new Map(cohorts.map((each) => [each.id, each])),
    certificates: new Map(certificates.map((each) => [each.id, each])),
    answers: new Map(answers.map((each) => [each.message_id, each])),
    corrected: new Map(
      (corrected.length ? await listCorrected(db, corrected) : []).map((each) => [each.message_id, each]),
    ),
  }
}

interface Writing {
  context: Context
  head: Letterhead
  token: string
  /** Secret of the link 'Não fui eu'. */
  denialToken: string
  /** Secret of the link that switches news off. */
  offToken: string
  picture: ReturnType<typeof pictures>
  supportEmail: string
  /** Answer that the mail is about. */
  answer: AnswerRow | undefined
  now: Date
}

/**
 * Writes the mail of a message.
 * @throws SubjectGone when the subject of the mail is erased, settled or closed
 */
export function writeLetter(
  message: Outgoing,
  { context, head, token, denialToken, offToken, picture, supportEmail, answer, now }: Writing,
) {
  const { schoolName, schoolUrl } = head
  const reader = { personName: message.name, schoolName }
  const denialUrl = `${schoolUrl}/nao-fui-eu/${denialToken}`
  const place = context.places.get(message.userId)
  if (message.warning)
    return writeWarning(message.warning, { ...reader, schoolUrl, denialUrl, members: context.members, place })
  const rights = context.team.get(message.userId)
  requireHearing(message.kind, rights)
  if (isPaymentKind(message.kind)) return writePaymentLetter(message.kind, message.params, reader, schoolUrl)
  const cohort = message.cohortId ? context.cohorts.get(message.cohortId) : undefined
  const named = cohort?.courses ?? []
  const coverWidth = named.length === 1 ? 1120 : 480
  const courses = named.map(({ title, cover_key }) => ({ title, cover: picture(cover_key, coverWidth) }))
  const given = { cohortTitle: cohort?.title, courses }
  if (message.administrator && !place) throw new SubjectGone('the person is no longer of the team')
  const kind = message.kind as Exclude<MessageKind, SecurityNews['kind'] | PaymentKind>
  switch (kind) {
    case 'activation':
      return templates.activation(reader, {
        url: `${schoolUrl}/activate/${token}`,
        denialUrl: endOfDenial(message.account.createdOn) > now ? denialUrl : undefined,
      })
    case 'invitation':
      if (message.administrator && place)
        return teamTemplates.administrator_invitation(reader, { url: `${schoolUrl}/welcome/${token}`, place })
      return templates.invitation(reader, { url: `${schoolUrl}/welcome/${token}`, ...given })
    case 'enrollment':
      if (message.administrator && place)
        return teamTemplates.administrator_access(reader, { url: `${schoolUrl}/`, place })
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
    case 'school_unblocked':
      if (context.sender.is_blocked) throw new SubjectGone('the school is blocked again')
      return templates.school_unblocked(reader, { url: `${schoolUrl}/`, supportEmail })
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
    case 'access_ended': {
      const end = context.ended.get(message.id)
      if (context.sender.is_blocked) throw new SubjectGone('the school is blocked')
      if (!end || !isMailedEnd(end.ended_why)) throw new SubjectGone('the access goes on, or ended by another reason')
      return templates.access_ended(reader, {
        cohortTitle: end.cohort_title,
        why: describeEnd({ ...end, filename: '', ended_by: '', moved_to: '' }),
        day: formatDate(end.utc_ended_on),
        contactUrl: `${schoolUrl}/contato`,
      })
    }
    case 'admin_digest':
      return writeDigest({
        ...reader,
        schoolUrl,
        userId: message.userId,
        groupIds: message.groupIds,
        news: context.news,
        rights,
        refused: context.refused,
        offUrl: `${schoolUrl}/avisos/${offToken}`,
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
    case 'exam_corrected':
      return writeCorrected(context.corrected.get(message.id), { ...reader, schoolUrl }, context.sender)
    case 'certificate_ready':
    case 'certificate_revoked':
      return writeCertificateLetter(kind, context.certificates.get(message.certificateId!), {
        ...reader,
        schoolUrl,
      })
  }
}
