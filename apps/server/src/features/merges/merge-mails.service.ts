import { minuteOf } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import type { Attended } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { queueEachMessage, queueMessage } from '../messages/messages.service.ts'
import { actOf } from '../messages/security-mails.service.ts'

interface Merged {
  mergeId: string
  fromId: string
  toId: string
}

/** Notifies both mailboxes; of a corrected e-mail the old one alone, as the new one is invited. */
export async function notifyOfMerging(
  db: SchoolDb,
  school: Attended,
  { isCorrection, ...merged }: Merged & { isCorrection: boolean },
  tools: Clock,
): Promise<void> {
  if (!isCorrection) return notifyBoth(db, school, 'students_merged', merged, tools)
  await queueMessage(
    db,
    {
      userId: merged.fromId,
      kind: 'email_corrected',
      dedupeKey: `email_corrected:${merged.mergeId}`,
      params: { ...actOf(school, tools), byId: school.actor.userId, otherId: merged.toId },
    },
    tools,
  )
}

export const notifyOfUndoing = (db: SchoolDb, school: Attended, merged: Merged, tools: Clock): Promise<void> =>
  notifyBoth(db, school, 'merge_undone', merged, tools)

const notifyBoth = (
  db: SchoolDb,
  school: Attended,
  kind: 'students_merged' | 'merge_undone',
  { mergeId, fromId, toId }: Merged,
  tools: Clock,
) => {
  const act = { ...actOf(school, tools), byId: school.actor.userId }
  const recipients = [
    { userId: toId, dedupeKey: `${kind}:${mergeId}:${toId}`, params: { ...act, otherId: fromId, goesOn: true } },
    { userId: fromId, dedupeKey: `${kind}:${mergeId}:${fromId}`, params: { ...act, otherId: toId, goesOn: false } },
  ]
  return queueEachMessage(db, kind, recipients, tools)
}

/** Invites the mailbox of a corrected e-mail, which proves itself by that. */
export const inviteCorrected = (db: SchoolDb, userId: string, tools: Clock) =>
  queueMessage(db, { userId, kind: 'invitation', dedupeKey: `invitation:${userId}:${minuteOf(tools.now())}` }, tools)
