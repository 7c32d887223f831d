import type { PlatformDb } from '@escola/db'

export interface StoredEvent {
  event_id: string
  type: string
  object_id: string
}

/**
 * Stores an event; one that no handler waits for is processed by that.
 * @returns false for an event that is known already
 */
export const insertEvent = async (
  db: PlatformDb,
  { isHandled, ...event }: StoredEvent & { isHandled: boolean },
  now: Date,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('stripe_events')
    .values({ ...event, utc_received_on: now, utc_processed_on: isHandled ? null : now })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const findEvent = (db: PlatformDb, eventId: string) =>
  db
    .selectFrom('stripe_events')
    .select(['event_id', 'type', 'object_id', 'utc_processed_on'])
    .where('event_id', '=', eventId)
    .executeTakeFirst()

export const markProcessed = (db: PlatformDb, eventId: string, now: Date) =>
  db.updateTable('stripe_events').set({ utc_processed_on: now }).where('event_id', '=', eventId).execute()

/** Deletes events that were processed before a moment; unprocessed events stay for inspection. */
export const deleteProcessedBefore = (db: PlatformDb, before: Date) =>
  db.deleteFrom('stripe_events').where('utc_processed_on', '<', before).execute()

/** Lists events that wait since before a moment to be processed, oldest first. */
export const listWaiting = (db: PlatformDb, before: Date, limit: number) =>
  db
    .selectFrom('stripe_events')
    .select(['event_id', 'type', 'object_id'])
    .where('utc_processed_on', 'is', null)
    .where('utc_received_on', '<', before)
    .orderBy('utc_received_on')
    .limit(limit)
    .execute()
