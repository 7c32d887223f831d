import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Numbers of mails and text messages. */
export interface MailCounts {
  /** Those of the last day. */
  recent: number
  /** Those that left within the last day. */
  sent: number
  /** Those that were given up within the last day, unless a person or the recipient's own number was the reason. */
  undelivered: number
  /** Those that wait for another try. */
  waiting: number
  /** Those that should have been tried long ago. */
  late: number
  held: number
}

const undelivered = ['unsent', 'address_refused', 'too_late', 'undelivered']

/**
 * Counts a school's mails by what became of them.
 * @param since moment from which mails are of the last day
 * @param lateBefore moment before which a mail should have been tried
 */
export async function countMails(
  db: SchoolDb,
  { since, lateBefore }: { since: Date; lateBefore: Date },
): Promise<MailCounts> {
  const { rows } = await sql<MailCounts>`
    select (count(*) filter (where utc_created_on >= ${since}::timestamptz))::int as recent,
      (count(*) filter (where status = 'sent' and utc_sent_on >= ${since}::timestamptz))::int as sent,
      (count(*) filter (where status = 'failed' and coalesce(outcome, 'unsent') = any (${undelivered}::text[])
        and coalesce(utc_undelivered_on, utc_created_on) >= ${since}::timestamptz))::int as undelivered,
      (count(*) filter (where status = 'pending' and utc_try_on is not null))::int as waiting,
      (count(*) filter (where status in ('pending', 'sending') and utc_try_on is null
        and utc_created_on < ${lateBefore}::timestamptz))::int as late,
      (count(*) filter (where status = 'held'))::int as held
    from messages where school_id = ${thisSchool}`.execute(db)
  return rows[0]!
}
