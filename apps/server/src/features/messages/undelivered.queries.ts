import { dayMs } from '@escola/contract/durations'
import { schoolMailNames } from '@escola/contract/mail-names'
import { undeliveredLimits } from '@escola/contract/undelivered-mails.contract'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { type PageRange, readingOrder } from '../../core/paging.ts'
import type { MessageKind } from './message-kinds.ts'

export type MailOutcome = 'address_refused' | 'too_late' | 'unsent'

const schoolKinds = Object.keys(schoolMailNames)
const since = (now: Date, days: number = undeliveredLimits.days) => new Date(now.getTime() - days * dayMs)

/** Marks mails as undelivered. @param reason words of the last try; undefined keeps the present ones */
export const markUndelivered = (
  db: SchoolDb,
  ids: string[],
  {
    outcome,
    reason,
    runId,
    now,
  }: { outcome: MailOutcome; reason: string | undefined; runId: string | undefined; now: Date },
) =>
  db
    .updateTable('messages')
    .set({
      status: 'failed',
      outcome,
      utc_try_on: null,
      utc_undelivered_on: now,
      ...(reason !== undefined && { last_error: reason.slice(0, 500) }),
    })
    .where('id', 'in', ids)
    .where('status', 'in', ['pending', 'sending'])
    .$if(runId !== undefined, (query) => query.where('run_id', '=', runId!))
    .execute()

/** Counts the school's own mails that did not arrive in the last days; in all that are shown without days. */
export async function countUndelivered(db: SchoolDb, now: Date, days?: number): Promise<number> {
  const { total } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('status', '=', 'failed')
    .where('utc_undelivered_on', '>', since(now, days))
    .where('kind', 'in', schoolKinds)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export interface UndeliveredRow {
  id: string
  kind: MessageKind
  name: string
  email: string
  user_link: string
  outcome: MailOutcome
  utc_undelivered_on: Date
}

/** Lists a range of the school's undelivered mails, the latest first. */
export async function listUndelivered(db: SchoolDb, now: Date, range: PageRange): Promise<UndeliveredRow[]> {
  const direction = sql.raw(readingOrder('desc', range))
  const { rows } = await sql<UndeliveredRow>`
    select t.id, t.kind, m.name, m.email, case when m.is_student then m.link else '' end as user_link, t.outcome, t.utc_undelivered_on
    from messages t join memberships m on m.school_id = ${thisSchool} and m.user_id = t.user_id
    where t.school_id = ${thisSchool} and t.status = 'failed' and t.utc_undelivered_on > ${since(now)}::timestamptz and t.kind = any (${schoolKinds}::text[])
    order by t.utc_undelivered_on ${direction}, t.id ${direction} limit ${range.limit}::int offset ${range.offset}::int`.execute(
    db,
  )
  return range.fromEnd ? rows.reverse() : rows
}

/** Takes an undelivered mail out of the list, so that it is written again once. @returns its kind, person and parameters */
export const takeUndelivered = (db: SchoolDb, id: string) =>
  db
    .updateTable('messages')
    .set({ outcome: 'sent_again', utc_undelivered_on: null })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .where('utc_undelivered_on', 'is not', null)
    .returning(['user_id', 'params'])
    .returning((row) => row.ref('kind').$castTo<MessageKind>().as('kind'))
    .executeTakeFirst()
