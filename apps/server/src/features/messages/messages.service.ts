import { limits } from '@escola/contract/limits'
import { smsLimits } from '@escola/contract/sms'
import type { PlatformDb, SchoolDb } from '@escola/db'
import type { Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueFor, enqueueMany } from '../../jobs/enqueue.ts'
import { type MessageKind, messageParams, type NewMessage, type ParamsOfKind } from './message-kinds.ts'
import {
  type Allowance,
  deleteUnsent,
  findMailSchool,
  insertMessageFor,
  insertMessages,
  listKnownKeys,
  listOverMailLimit,
  lockRecipient,
  type Recipient,
} from './messages.queries.ts'

const idsPerJob = 100
/** A user waits for these with the mailbox open, or has to act before a thief does. */
const urgent: ReadonlySet<MessageKind> = new Set([
  'activation',
  'recovery',
  'purchase_invitation',
  'purchase_access',
  'purchase_closed',
  'password_changed',
  'second_factor_removed',
  'second_factor_added',
  'passkey_added',
  'new_device',
  'deletion_asked',
  'deletion_taken_back',
  'students_merged',
  'merge_undone',
  'email_corrected',
])
const jobFor = (kind: MessageKind) => {
  if (kind === 'access_link_sms') return jobs.deliverSms
  return urgent.has(kind) ? jobs.deliverUrgentMessages : jobs.deliverMessages
}

/** Hourly limits of mails that a school can trigger at will with its own text. Beyond a limit the change is made without a mail. */
const allowances: Allowance[] = [
  { kinds: ['invitation', 'enrollment'], perHour: limits.mailsPerHour },
  { kinds: ['certificate_ready'], perHour: limits.mailsPerHour },
  { kinds: ['question_answered'], perHour: limits.mailsPerHour },
  { kinds: ['exam_corrected'], perHour: limits.mailsPerHour },
  { kinds: ['access_link_sms'], perHour: smsLimits.perHour },
]
const allowanceOf = (kind: MessageKind) => allowances.find(({ kinds }) => kinds.includes(kind))

/** Writes a mail beside the change that causes it; it leaves once that has committed. A known dedupeKey does nothing. */
export async function queueMessage(
  db: SchoolDb,
  { userId, kind, dedupeKey, params = {}, leavesOn }: NewMessage,
  tools: Clock,
): Promise<void> {
  const checked = messageParams[kind].parse(params)
  const recipients = [{ userId, dedupeKey }]
  // The mails are counted once no other transaction writes to the person, which the database sees to when both are asked at once.
  const [, within] = await Promise.all([
    allowanceOf(kind) && lockRecipient(db, userId),
    listWithin(db, kind, recipients, tools),
  ])
  await write(db, kind, withParams(within, checked), tools, leavesOn)
}

/**
 * Takes back a mail that has not begun to leave.
 * @returns whether the mail is gone
 */
export async function withdrawMessage(db: SchoolDb, dedupeKey: string): Promise<boolean> {
  await deleteUnsent(db, dedupeKey)
  return (await listKnownKeys(db, [dedupeKey])).size === 0
}

/** Whether a mail of this kind would be written to the person now. */
export const mayWrite = async (db: SchoolDb, userId: string, kind: MessageKind, tools: Clock): Promise<boolean> =>
  (await listWithin(db, kind, [{ userId }], tools)).length > 0

/** How many of these mails would be written now. */
export async function countWritable(
  db: SchoolDb,
  kind: MessageKind,
  recipients: Recipient[],
  tools: Clock,
): Promise<number> {
  const dedupeKeys = recipients.map((each) => each.dedupeKey)
  const [within, knownKeys] = await Promise.all([
    listWithin(db, kind, recipients, tools),
    listKnownKeys(db, dedupeKeys),
  ])
  return within.filter(({ dedupeKey }) => !knownKeys.has(dedupeKey)).length
}

/** Queues one kind of mail to many people, in a few statements however many they are. */
export async function queueMessages<K extends MessageKind>(
  db: SchoolDb,
  { kind, params, recipients }: { kind: K; params: ParamsOfKind<K>; recipients: Recipient[] },
  tools: Clock,
): Promise<void> {
  if (recipients.length === 0) return
  const checked = messageParams[kind].parse(params)
  await write(db, kind, withParams(await listWithin(db, kind, recipients, tools), checked), tools)
}

/** Queues one kind of mail to many people, each with parameters of their own. */
export async function queueEachMessage<K extends MessageKind>(
  db: SchoolDb,
  kind: K,
  recipients: (Recipient & { params: ParamsOfKind<K> })[],
  tools: Clock,
): Promise<void> {
  const checked = recipients.map((each) => ({ ...each, params: messageParams[kind].parse(each.params) }))
  await write(db, kind, await listWithin(db, kind, checked, tools), tools)
}

const withParams = (recipients: Recipient[], params: object) => recipients.map((each) => ({ ...each, params }))

/** Lists the receivers whose hourly limit allows one more mail. */
async function listWithin<R extends { userId: string }>(
  db: SchoolDb,
  kind: MessageKind,
  recipients: R[],
  { now }: Clock,
): Promise<R[]> {
  const allowance = allowanceOf(kind)
  if (!allowance || recipients.length === 0) return recipients
  const userIds = recipients.map((each) => each.userId)
  const sated = await listOverMailLimit(db, userIds, allowance, now())
  return recipients.filter(({ userId }) => !sated.has(userId))
}

async function write(
  db: SchoolDb,
  kind: MessageKind,
  recipients: (Recipient & { params: object })[],
  { now }: Clock,
  leavesOn?: Date,
): Promise<void> {
  if (recipients.length === 0) return
  await enqueueDeliveries(db, kind, await insertMessages(db, kind, recipients, now()), leavesOn)
}

/** From a transaction of the platform's: sign-up and recovery. The person must belong to the school. */
export async function queueMessageFor(
  db: PlatformDb,
  schoolId: string,
  { userId, kind, dedupeKey, params = {} }: NewMessage,
): Promise<void> {
  const checked = messageParams[kind].parse(params)
  const id = await insertMessageFor(db, schoolId, { userId, kind, dedupeKey, params: checked })
  if (id) await enqueueFor(db, schoolId, jobFor(kind), { messageIds: [id] })
}

/**
 * Writes a mail that is about a user's own account. It carries a school's name and colours: those of the school named, where the user belongs
 * to it, or else of the first one that they joined. A user without a school gets none.
 */
export async function queueOwnMessage(
  db: PlatformDb,
  schoolId: string | undefined,
  message: NewMessage,
): Promise<void> {
  const school = await findMailSchool(db, message.userId, schoolId)
  if (school) await queueMessageFor(db, school.school_id, message)
}

/** @param leavesOn moment until which the mails wait */
export function enqueueDeliveries(db: SchoolDb, kind: MessageKind, ids: string[], leavesOn?: Date): Promise<void> {
  const payloads = []
  for (let at = 0; at < ids.length; at += idsPerJob) payloads.push({ messageIds: ids.slice(at, at + idsPerJob) })
  return enqueueMany(db, jobFor(kind), payloads, leavesOn)
}
