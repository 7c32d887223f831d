import type { PlatformDb, SchoolDb } from '@escola/db'

/** Notes a message that its provider took, so that an event under the provider's id finds it. */
export const insertSentSms = (
  db: SchoolDb,
  { messageId, providerId }: { messageId: string; providerId: string },
  now: Date,
) =>
  db
    .insertInto('sent_sms')
    .values({ message_id: messageId, provider_id: providerId, utc_sent_on: now })
    .onConflict((conflict) => conflict.columns(['school_id', 'message_id']).doNothing())
    .execute()

export const findSentSms = (db: PlatformDb, providerId: string) =>
  db
    .selectFrom('sent_sms')
    .select(['school_id as schoolId', 'message_id as messageId'])
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
