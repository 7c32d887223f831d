import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { MessageKind } from './message-kinds.ts'

export interface PutOff {
  id: string
  tries: number
  addressRefusals: number
  worthUntil: Date
  /** Moment at which the clock tries the mail again; null: a job has it. */
  tryOn: Date | null
}

/** Gives mails back that this run had taken; another run that has taken them meanwhile keeps them. @returns the mails that wait by this */
export async function putOffMails(
  db: SchoolDb,
  mails: PutOff[],
  { runId, reason }: { runId: string; reason: string },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    update messages t set status = 'pending', tries = n.tries, address_refusals = n.refusals, utc_worth_until = n.worth_until, utc_try_on = n.try_on,
      last_error = ${reason.slice(0, 500)}
    from unnest(${mails.map(({ id }) => id)}::bigint[], ${mails.map(({ tries }) => tries)}::int[],
      ${mails.map(({ addressRefusals }) => addressRefusals)}::int[], ${mails.map(({ worthUntil }) => worthUntil)}::timestamptz[],
      ${mails.map(({ tryOn }) => tryOn)}::timestamptz[]) as n (id, tries, refusals, worth_until, try_on)
    where t.school_id = ${thisSchool} and t.id = n.id and t.run_id = ${runId} and t.status = 'sending'
    returning t.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Makes mails wait that no run has tried: they leave when mail is open again. */
export const parkMails = (db: SchoolDb, mails: { id: string; worthUntil: Date }[], now: Date) =>
  sql`
    update messages t set status = 'pending', utc_try_on = coalesce(t.utc_try_on, ${now}::timestamptz),
      utc_worth_until = coalesce(t.utc_worth_until, n.worth_until)
    from unnest(${mails.map(({ id }) => id)}::bigint[], ${mails.map(({ worthUntil }) => worthUntil)}::timestamptz[]) as n (id, worth_until)
    where t.school_id = ${thisSchool} and t.id = n.id and t.status in ('pending', 'sending')`.execute(db)

/** Lists mails that are not sent yet. */
export const listUnsent = (db: SchoolDb, ids: string[]) =>
  db
    .selectFrom('messages')
    .select(['id', 'utc_created_on'])
    .select((row) => row.ref('kind').$castTo<MessageKind>().as('kind'))
    .where('id', 'in', ids)
    .where('status', 'in', ['pending', 'sending'])
    .execute()

export interface WaitingRow {
  id: string
  kind: MessageKind
  user_id: string
  utc_created_on: Date
  utc_worth_until: Date | null
  tries: number
}

/** States of mails that the clock may have: those that were put off and, from the end of their probe, those whose probe was cut off. */
const unsent = ['pending', 'sending'] as const

/**
 * Lists mails that wait, those whose moment came first before the others.
 * @param firstKinds groups of kinds that come before all others, in their order
 */
export const listWaiting = (
  db: SchoolDb,
  before: Date,
  { firstKinds: [first = [], second = []], limit }: { firstKinds: readonly MessageKind[][]; limit: number },
): Promise<WaitingRow[]> =>
  db
    .selectFrom('messages')
    .select(['id', 'user_id', 'utc_created_on', 'utc_worth_until', 'tries'])
    .select((row) => row.ref('kind').$castTo<MessageKind>().as('kind'))
    .where('status', 'in', unsent)
    .where('utc_try_on', '<=', before)
    .orderBy(sql`case when kind = any (${first}::text[]) then 0 when kind = any (${second}::text[]) then 1 else 2 end`)
    .orderBy('utc_try_on')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Lists mails whose news was not worth another try at a moment. */
export const listLate = (db: SchoolDb, moment: Date, limit: number) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('status', 'in', unsent)
    .where('utc_try_on', '<=', moment)
    .where('utc_worth_until', '<', moment)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Takes mails out of the clock's hands; a job has them from now on. */
export const unpark = async (db: SchoolDb, ids: string[], before: Date) =>
  db
    .updateTable('messages')
    .set({ utc_try_on: null })
    .where('id', 'in', ids)
    .where('status', 'in', unsent)
    .where('utc_try_on', '<=', before)
    .returning('id')
    .execute()

export const findNextTry = async (db: SchoolDb): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('messages')
      .select('utc_try_on')
      .where('status', 'in', unsent)
      .where('utc_try_on', 'is not', null)
      .orderBy('utc_try_on')
      .limit(1)
      .executeTakeFirst()
  )?.utc_try_on ?? undefined

/** Finds the mail for a probe: the least tried, so that a mail refused for a reason of its own doesn't stop all others. */
export async function findProbeMail(db: SchoolDb, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('status', 'in', unsent)
    .where('utc_try_on', 'is not', null)
    .where((is) => is.or([is('status', '=', 'pending'), is('utc_try_on', '<=', now)]))
    .orderBy('tries')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

export interface FailedRow {
  id: string
  kind: MessageKind
  user_id: string
  name: string
  email: string
}

/** Lists mails that are about to fail, with the people whom they were for. */
export const listFailing = (db: SchoolDb, ids: string[], runId: string | undefined): Promise<FailedRow[]> =>
  db
    .selectFrom('messages as t')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.school_id', '=', 't.school_id').onRef('m.user_id', '=', 't.user_id'),
    )
    .where('t.id', 'in', ids)
    .where('t.status', 'in', ['pending', 'sending'])
    .$if(runId !== undefined, (query) => query.where('t.run_id', '=', runId!))
    .select(['t.id', 't.user_id', 'm.name', 'm.email'])
    .select((row) => row.ref('t.kind').$castTo<MessageKind>().as('kind'))
    .execute()
