import type { SchoolDb } from '@escola/db'
import type { Clock } from '../../../core/tools.ts'
import { queueMessage } from '../../messages/messages.service.ts'
import { notify } from '../../notifications/notifications.service.ts'

/** Notifies a student of an issue that was drawn, once. */
export async function announceIssue(
  db: SchoolDb,
  { certificateId, userId }: { certificateId: string; userId: string },
  tools: Clock,
): Promise<void> {
  const dedupeKey = `certificate:${certificateId}`
  await queueMessage(db, { userId, kind: 'certificate_ready', dedupeKey, params: { certificateId } }, tools)
  await notify(db, { kind: 'certificate_issued', subjectId: certificateId }, [userId], tools)
}
