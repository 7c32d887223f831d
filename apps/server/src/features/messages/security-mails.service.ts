import type { PlatformDb } from '@escola/db'
import type { Call } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { queueOwnMessage } from './messages.service.ts'

/** Moment and device of a call, as a mail names them. */
export const actOf = ({ device }: Pick<Call, 'device'>, { now }: Clock) => ({
  device,
  utc_on: now().toISOString(),
})

interface OwnNews {
  userId: string
  kind:
    | 'password_changed'
    | 'second_factor_removed'
    | 'second_factor_added'
    | 'new_device'
    | 'deletion_asked'
    | 'deletion_taken_back'
  /** Names the act among those of its kind: it is mailed once, however often it is tried. */
  act: string
  /** School at which the user does it, when it is known. */
  schoolId?: string | undefined
}

/** Warns a user of what happens to their account, in the transaction in which it happens. */
export const warnUser = (
  db: PlatformDb,
  call: Pick<Call, 'device'>,
  { userId, kind, act, schoolId }: OwnNews,
  tools: Clock,
): Promise<void> =>
  queueOwnMessage(db, schoolId, { userId, kind, dedupeKey: `${kind}:${userId}:${act}`, params: actOf(call, tools) })

/** Tells a user of a passkey that opens their account from now on. */
export const tellOfPasskey = (
  db: PlatformDb,
  call: Pick<Call, 'device'>,
  { userId, passkeyId }: { userId: string; passkeyId: string },
  tools: Clock,
): Promise<void> =>
  queueOwnMessage(db, undefined, {
    userId,
    kind: 'passkey_added',
    dedupeKey: `passkey_added:${userId}:${passkeyId}`,
    params: { ...actOf(call, tools), passkeyId },
  })
