import { limits } from '@escola/contract/limits'
import type { PlatformDb, SchoolDb } from '@escola/db'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueFor, enqueueMany } from '../../jobs/enqueue.ts'
import { type MessageKind, messageParams, type NewMessage, type ParamsOfKind } from './message-kinds.ts'
import {
  type Allowance,
  countNewMessages,
  insertMessageFor,
  insertMessages,
  isWithinAllowance,
  lockRecipient,
} from './messages.queries.ts'

const idsPerJob = 100
/** Somebody waits for these with the mailbox open. */
const urgent: ReadonlySet<MessageKind> = new Set(['activation', 'recovery'])
const jobFor = (kind: MessageKind) => (urgent.has(kind) ? jobs.deliverUrgentMessages : jobs.deliverMessages)

/** A school causes these whenever it likes, in words of its own. Past the allowance what they tell of stands, and no mail is written. */
const allowances: Allowance[] = [
  { kinds: ['invitation', 'enrollment'], perHour: limits.mailsPerHour },
  { kinds: ['certificate_ready'], perHour: limits.mailsPerHour },
]
const allowanceOf = (kind: MessageKind) => allowances.find(({ kinds }) => kinds.includes(kind))

/** Writes a mail beside the change that causes it; it leaves once that has committed. A known dedupeKey does nothing. */
export async function queueMessage(db: SchoolDb, { userId, kind, dedupeKey, params = {} }: NewMessage): Promise<void> {
  const checked = messageParams[kind].parse(params)
  const allowance = allowanceOf(kind)
  if (allowance) await lockRecipient(db, userId)
  await enqueueDeliveries(db, kind, await insertMessages(db, kind, checked, [{ userId, dedupeKey }], allowance))
}

/** Whether a mail of this kind would be written to the person now. */
export async function mayWrite(db: SchoolDb, userId: string, kind: MessageKind): Promise<boolean> {
  const allowance = allowanceOf(kind)
  return !allowance || isWithinAllowance(db, userId, allowance)
}

/** How many of these mails would be written now. */
export const countWritable = (
  db: SchoolDb,
  kind: MessageKind,
  recipients: { userId: string; dedupeKey: string }[],
): Promise<number> => countNewMessages(db, recipients, allowanceOf(kind))

/** The same kind of mail to many people, in two statements however many they are. */
export async function queueMessages<K extends MessageKind>(
  db: SchoolDb,
  {
    kind,
    params,
    recipients,
  }: { kind: K; params: ParamsOfKind<K>; recipients: { userId: string; dedupeKey: string }[] },
): Promise<void> {
  if (recipients.length === 0) return
  const checked = messageParams[kind].parse(params)
  await enqueueDeliveries(db, kind, await insertMessages(db, kind, checked, recipients, allowanceOf(kind)))
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

function enqueueDeliveries(db: SchoolDb, kind: MessageKind, ids: string[]): Promise<void> {
  const payloads = []
  for (let at = 0; at < ids.length; at += idsPerJob) payloads.push({ messageIds: ids.slice(at, at + idsPerJob) })
  return enqueueMany(db, jobFor(kind), payloads)
}
