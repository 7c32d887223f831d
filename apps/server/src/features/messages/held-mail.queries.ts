import type { PlatformDb, SchoolDb } from '@escola/db'
import type { MessageKind } from './message-kinds.ts'

export const listSchools = async (db: PlatformDb): Promise<string[]> =>
  (await db.selectFrom('schools').select('id').orderBy('id').execute()).map(({ id }) => id)

export const countHeld = async (db: SchoolDb): Promise<number> => {
  const { held } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<string>().as('held'))
    .where('status', '=', 'held')
    .executeTakeFirstOrThrow()
  return Number(held)
}

export const releaseHeld = (db: SchoolDb): Promise<{ id: string; kind: MessageKind }[]> =>
  db
    .updateTable('messages')
    .set({ status: 'pending', tries: 0, address_refusals: 0, utc_try_on: null, utc_worth_until: null })
    .where('status', '=', 'held')
    .returning(['id'])
    .returning((row) => row.ref('kind').$castTo<MessageKind>().as('kind'))
    .execute()

export const giveUpHeld = (db: SchoolDb, reason: string) =>
  db
    .updateTable('messages')
    .set({ status: 'failed', outcome: 'discarded', utc_try_on: null, last_error: reason })
    .where('status', '=', 'held')
    .returning('id')
    .execute()
