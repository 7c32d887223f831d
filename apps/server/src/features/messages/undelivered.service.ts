import { accountMailNames, type SchoolMailKind, schoolMailNames } from '@escola/contract/mail-names'
import { type UndeliveredMail, undeliveredLimits } from '@escola/contract/undelivered-mails.contract'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../core/app-error.ts'
import { pageRangeOf } from '../../core/paging.ts'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import type { NewMessage } from './message-kinds.ts'
import { mayWrite, queueMessage } from './messages.service.ts'
import { keepAccountMail, type PlatformMailTools } from './platform-mails.service.ts'
import * as queries from './undelivered.queries.ts'
import { listFailing } from './waiting-mail.queries.ts'

export type FailTools = PlatformMailTools

/**
 * Gives mails up: the school sees its own ones, the platform those about accounts.
 * @param runId run that has them: what another one has taken meanwhile is left to it; undefined: no run has them
 */
export async function failMails(
  school: School,
  ids: string[],
  { outcome, reason, runId }: { outcome: queries.MailOutcome; reason: string | undefined; runId?: string },
  tools: FailTools,
): Promise<void> {
  if (ids.length === 0) return
  const failing = await school.tx((db) => listFailing(db, ids, runId))
  for (const { kind, ...mail } of failing) {
    tools.mailer.tell({ result: 'given_up', mail: `${school.id}-${mail.id}` })
    // It is kept before its message fails: a run that dies between the two keeps it again under its key.
    if (isAbout(accountMailNames, kind)) await keepAccountMail(school.id, { ...mail, kind, outcome }, tools)
  }
  await school.tx((db) => queries.markUndelivered(db, ids, { outcome, reason, runId, now: tools.now() }))
}

const isAbout = <T extends object>(names: T, kind: string): kind is keyof T & string => Object.hasOwn(names, kind)

const rowsPerPage = undeliveredLimits.perPage

export const listUndelivered = (school: School, { page }: { page: number }, { now }: Clock) =>
  school.tx(async (db) => {
    const total = await queries.countUndelivered(db, now())
    const rows = await queries.listUndelivered(db, now(), pageRangeOf({ page, rowsPerPage, total }))
    return { mails: { total, page, rowsPerPage, list: rows.map(toWire) } }
  })

const toWire = (row: queries.UndeliveredRow): UndeliveredMail => ({
  id: row.id,
  kind: row.kind as SchoolMailKind,
  name: row.name,
  email: row.email,
  user_link: row.user_link,
  reason: row.outcome,
  utc_failed_on: row.utc_undelivered_on.toISOString(),
})

/** Counts the school's own mails that did not arrive in the last days. */
export const countUndelivered = (db: SchoolDb, { now }: Clock): Promise<number> =>
  queries.countUndelivered(db, now(), undeliveredLimits.homeDays)

export const sendAgain = (school: School, id: string, tools: Clock) =>
  school.tx((db) => writeAgain(db, id, { isOurs: (kind) => isAbout(schoolMailNames, kind) }, tools))

/** Writes an undelivered mail about an account again, for the platform. */
export const sendAccountMailAgain = (school: School, id: string, tools: Clock) =>
  school.tx((db) => writeAgain(db, id, { isOurs: (kind) => isAbout(accountMailNames, kind) }, tools))

/**
 * Writes a mail again. It is a new message, with a link of its own: the old one's link may have been used, and would open again.
 * The old message's id is the key, so a call that is repeated writes nothing twice.
 */
async function writeAgain(db: SchoolDb, id: string, { isOurs }: { isOurs: (kind: string) => boolean }, tools: Clock) {
  const old = await queries.takeUndelivered(db, id)
  if (!old || !isOurs(old.kind)) throw notFound()
  const { user_id: userId, kind } = old
  if (!(await mayWrite(db, userId, kind, tools))) throw new AppError('too_many_requests')
  const message = { userId, kind, params: old.params, dedupeKey: `again:${id}` } as NewMessage
  await queueMessage(db, message, tools)
  return done
}
