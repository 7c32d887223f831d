import type { PlatformDb, SchoolDb } from '@escola/db'

/** Records a message that its provider took, so that an event under the provider's id finds it. */
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

/** Finds the provider's id of a message that it took, which is kept when the message is erased. */
export const findSent = (db: SchoolDb, messageId: string) =>
  db
    .selectFrom('sent_sms')
    .select(['provider_id', 'utc_sent_on'])
    .where('message_id', '=', messageId)
    .executeTakeFirst()

export const deleteSentBefore = (db: PlatformDb, before: Date) =>
  db.deleteFrom('sent_sms').where('utc_sent_on', '<', before).execute()

export const findSentSms = (db: PlatformDb, providerId: string) =>
  db
    .selectFrom('sent_sms')
    .select(['school_id as schoolId', 'message_id as messageId'])
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
