import { dayMs } from '@escola/contract/durations'
import type { School } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { listSchools } from './held-mail.queries.ts'
import { allSchools, listStops } from './mail-stops.queries.ts'
import { countMails } from './platform-mails.queries.ts'
import { countTroubled } from './undelivered.queries.ts'

/** Describes the trouble that mail has, for an operator: what is stopped, and the mails that wait or did not arrive in a day. Empty while all is well. */
export async function describeMailTrouble({
  platform,
  openSchool,
  now,
}: Pick<PlatformTools, 'platform' | 'now'> & { openSchool(id: string): School }): Promise<string[]> {
  const { stops, schoolIds, kept } = await platform.withPlatform(async (db) => ({
    stops: await listStops(db),
    schoolIds: await listSchools(db),
    kept: await countMails(db),
  }))
  const since = new Date(now().getTime() - dayMs)
  const lines = stops.map(({ school_id, utc_since, words }) => {
    const whose = school_id === allSchools ? 'mail of all schools' : `mail of school ${school_id}`
    return `${whose} has been stopped since ${utc_since.toISOString()}: ${words}`
  })
  for (const id of schoolIds) {
    const { undelivered, waiting } = await openSchool(id).tx((db) => countTroubled(db, since))
    if (undelivered > 0) lines.push(`school ${id}: ${undelivered} mails of the last 24 hours did not arrive`)
    if (waiting > 0) lines.push(`school ${id}: ${waiting} mails wait for another try`)
  }
  if (kept > 0) lines.push(`${kept} mails of the platform wait or did not arrive: see /escolas/emails`)
  return lines
}
