import { dayMs, hourMs } from '@escola/contract/durations'
import type { School } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { listSchools } from './held-mail.queries.ts'
import { allSchools, listStops } from './mail-stops.queries.ts'
import { countMails, type MailCounts } from './mail-trouble.queries.ts'
import * as platformMails from './platform-mails.queries.ts'

/**
 * Examines the mail of all schools, for an operator.
 * @returns the numbers of all schools together, and sentences about what is stopped and about mails that wait or did not arrive in a day: none
 * while all is well
 */
export async function examineMail({
  platform,
  openSchool,
  now,
}: Pick<PlatformTools, 'platform' | 'now'> & { openSchool(id: string): School }): Promise<{
  counts: MailCounts
  trouble: string[]
}> {
  const { stops, schoolIds, kept } = await platform.withPlatform(async (db) => ({
    stops: await listStops(db),
    schoolIds: await listSchools(db),
    kept: await platformMails.countMails(db),
  }))
  const at = now().getTime()
  const moments = { since: new Date(at - dayMs), lateBefore: new Date(at - hourMs) }
  const trouble = stops.map(({ school_id, utc_since, words }) => {
    const whose = school_id === allSchools ? 'mail of all schools' : `mail of school ${school_id}`
    return `${whose} has been stopped since ${utc_since.toISOString()}: ${words}`
  })
  const counts: MailCounts = { recent: 0, sent: 0, undelivered: 0, waiting: 0, late: 0, held: 0 }
  for (const id of schoolIds) {
    const own = await openSchool(id).tx((db) => countMails(db, moments))
    for (const name of Object.keys(counts) as (keyof MailCounts)[]) counts[name] += own[name]
    if (own.undelivered > 0) trouble.push(`school ${id}: ${own.undelivered} mails of the last 24 hours did not arrive`)
    if (own.waiting > 0) trouble.push(`school ${id}: ${own.waiting} mails wait for another try`)
  }
  if (kept > 0) trouble.push(`${kept} mails of the platform wait or did not arrive: see /escolas/emails`)
  return { counts, trouble }
}
