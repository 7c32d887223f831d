import { dayMs } from '@escola/contract/durations'
import type { AccountMailKind, OutsideMailKind } from '@escola/contract/mail-names'
import { type PlatformMail, undeliveredLimits } from '@escola/contract/undelivered-mails.contract'
import { done } from '@escola/contract/wire'
import type { PlatformDb } from '@escola/db'
import { notFound } from '../../core/app-error.ts'
import { pageRangeOf } from '../../core/paging.ts'
import type { School } from '../../core/scope.ts'
import type { Clock, PlatformTools } from '../../core/tools.ts'
import type { Mail, Mailer } from '../../mail/mailer.ts'
import { seal, unseal } from '../../security/sealed.ts'
import { allSchools, listStops } from './mail-stops.queries.ts'
import * as queries from './platform-mails.queries.ts'
import type { MailOutcome } from './undelivered.queries.ts'

export type PlatformMailTools = Pick<PlatformTools, 'config' | 'platform' | 'now'> & { mailer: Mailer }
type SealTools = Pick<PlatformTools, 'config'>

const personPurpose = 'person of a platform mail'
const mailPurpose = 'platform mail'

const sealJson = (value: object, { purpose, of }: { purpose: string; of: string }, { config }: SealTools) =>
  seal(config.secret, purpose, { text: JSON.stringify(value), of })
const unsealJson = <T>(sealed: string, { purpose, of }: { purpose: string; of: string }, { config }: SealTools): T =>
  JSON.parse(unseal(config.secret, purpose, { sealed, of }))

export const openMail = (row: queries.PlatformMailRow, tools: SealTools): Mail =>
  unsealJson(row.sealed_mail!, { purpose: mailPurpose, of: row.key }, tools)

const endsOn = (now: Date) => new Date(now.getTime() + undeliveredLimits.platformDays * dayMs)

interface FailedAccountMail {
  id: string
  kind: AccountMailKind
  name: string
  email: string
  outcome: MailOutcome
}

/** Shows the platform a mail about an account that did not arrive; its message stands in the school. */
export async function keepAccountMail(
  schoolId: string,
  { id, kind, name, email, outcome }: FailedAccountMail,
  tools: Omit<PlatformMailTools, 'mailer'>,
): Promise<void> {
  const now = tools.now()
  const key = `m-${schoolId}-${id}`
  const sealedPerson = sealJson({ name, address: email }, { purpose: personPurpose, of: key }, tools)
  const times = { now, worthUntil: now, endsOn: endsOn(now) }
  await tools.platform.withPlatform((db) =>
    queries.insertMail(db, { key, kind, schoolId, messageId: id, sealedPerson, sealedMail: null, outcome, ...times }),
  )
}

interface WaitingMail {
  kind: OutsideMailKind
  schoolId: string | undefined
  mail: Mail
  outcome: MailOutcome | null
  worthMs: number
}

/**
 * Makes a mail to a person of no school wait here.
 * @returns its id; undefined when it waits already
 */
export function keepOutsideMail(
  db: PlatformDb,
  { kind, schoolId, mail, outcome, worthMs }: WaitingMail,
  tools: SealTools & Clock,
): Promise<string | undefined> {
  const now = tools.now()
  const key = mail.messageId
  return queries.insertMail(db, {
    key,
    kind,
    schoolId: schoolId ?? null,
    messageId: null,
    sealedPerson: sealJson(mail.to, { purpose: personPurpose, of: key }, tools),
    sealedMail: sealJson(mail, { purpose: mailPurpose, of: key }, tools),
    outcome,
    now,
    worthUntil: new Date(now.getTime() + worthMs),
    endsOn: endsOn(now),
  })
}

/** Lists what no school may see, with what stops mail. */
export const listPlatformMails = ({ page }: { page: number }, tools: Pick<PlatformTools, 'config' | 'platform'>) =>
  tools.platform.withPlatform(async (db) => {
    const rowsPerPage = undeliveredLimits.perPage
    const total = await queries.countMails(db)
    const rows = await queries.listMails(db, pageRangeOf({ page, rowsPerPage, total }))
    const stops = await listStops(db)
    const stopped = stops.find(({ school_id }) => school_id === allSchools)
    return {
      mails: { total, page, rowsPerPage, list: rows.map((row) => toWire(row, tools)) },
      stopped: stopped ? { words: stopped.words, utc_since: stopped.utc_since.toISOString() } : null,
      schools_stopped: stops.filter(({ school_id }) => school_id !== allSchools).length,
    }
  })

function toWire(row: queries.PlatformMailRow, tools: SealTools): PlatformMail {
  const person = unsealJson<{ name: string; address: string }>(
    row.sealed_person,
    { purpose: personPurpose, of: row.key },
    tools,
  )
  return {
    id: row.id,
    kind: row.kind as PlatformMail['kind'],
    name: person.name,
    email: person.address,
    reason: (row.outcome as MailOutcome | null) ?? 'waiting',
    may_send_again: row.message_id !== null,
    utc_kept_on: row.utc_kept_on.toISOString(),
  }
}

/** Writes a mail about an account again, in the school whose name it carries. */
export async function sendPlatformMailAgain(
  id: string,
  {
    platform,
    openSchool,
    write,
  }: Pick<PlatformTools, 'platform'> & {
    openSchool: (id: string) => School
    write: (school: School, messageId: string) => Promise<unknown>
  },
) {
  const row = await platform.withPlatform((db) => queries.findMail(db, id))
  if (!row?.school_id || !row.message_id) throw notFound()
  await write(openSchool(row.school_id), row.message_id)
  await platform.withPlatform((db) => queries.deleteMail(db, id))
  return done
}

export const forgetPlatformMails = ({ platform, now }: Pick<PlatformTools, 'platform' | 'now'>) =>
  platform.withPlatform(async (db) => void (await queries.deleteEnded(db, now())))
