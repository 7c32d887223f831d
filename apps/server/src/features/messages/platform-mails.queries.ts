import type { PlatformDb } from '@escola/db'
import { type PageRange, readingOrder } from '../../core/paging.ts'
import type { MailOutcome } from './undelivered.queries.ts'

export interface NewPlatformMail {
  key: string
  kind: string
  schoolId: string | null
  messageId: string | null
  sealedPerson: string
  sealedMail: string | null
  outcome: MailOutcome | null
  now: Date
  worthUntil: Date
  endsOn: Date
}

/** @returns the id; undefined when the mail is kept already */
export async function insertMail(db: PlatformDb, mail: NewPlatformMail): Promise<string | undefined> {
  const row = await db
    .insertInto('platform_mails')
    .values({
      key: mail.key,
      kind: mail.kind,
      school_id: mail.schoolId,
      message_id: mail.messageId,
      sealed_person: mail.sealedPerson,
      sealed_mail: mail.sealedMail,
      outcome: mail.outcome,
      utc_kept_on: mail.now,
      utc_worth_until: mail.worthUntil,
      utc_ends_on: mail.endsOn,
    })
    .onConflict((conflict) => conflict.constraint('platform_mails__key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export const findMail = (db: PlatformDb, id: string) =>
  db.selectFrom('platform_mails').selectAll().where('id', '=', id).executeTakeFirst()
export type PlatformMailRow = NonNullable<Awaited<ReturnType<typeof findMail>>>

export const saveTry = (
  db: PlatformDb,
  {
    id,
    tries,
    addressRefusals,
    outcome,
  }: { id: string; tries: number; addressRefusals: number; outcome: MailOutcome | null },
) =>
  db
    .updateTable('platform_mails')
    .set({ tries, address_refusals: addressRefusals, outcome })
    .where('id', '=', id)
    .execute()

/** @returns the mail; undefined when it is gone */
export const deleteMail = (db: PlatformDb, id: string) =>
  db.deleteFrom('platform_mails').where('id', '=', id).returningAll().executeTakeFirst()

export const deleteEnded = (db: PlatformDb, now: Date) =>
  db.deleteFrom('platform_mails').where('utc_ends_on', '<', now).execute()

export async function countMails(db: PlatformDb): Promise<number> {
  const { total } = await db
    .selectFrom('platform_mails')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function listMails(db: PlatformDb, range: PageRange): Promise<PlatformMailRow[]> {
  const rows = await db
    .selectFrom('platform_mails')
    .selectAll()
    .orderBy('id', readingOrder('desc', range))
    .limit(range.limit)
    .offset(range.offset)
    .execute()
  return range.fromEnd ? rows.reverse() : rows
}
