import { minuteMs } from '@escola/contract/durations'
import type { School } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { listDueSchools } from '../../jobs/scheduled-jobs.ts'
import { type DeliveryTools, sendMails } from './delivery.service.ts'
import { allSchools } from './mail-stops.queries.ts'
import { openIdle, takeProbe } from './mail-stops.service.ts'
import { findProbeMail, hasWaiting } from './waiting-mail.service.ts'

/** Schools with waiting mail that take turns at the probes. */
const schoolsInTurn = 20

/**
 * Tries one mail while mail is stopped: of all workers that ask at once, one gets the right to. When the server takes it, mail is open again.
 * @param schoolId school whose mail is stopped; 0: that of all
 */
export async function probeMail(
  { schoolId: scope }: { schoolId: string },
  tools: DeliveryTools & { openSchool(id: string): School },
): Promise<void> {
  const { platform, openSchool, now } = tools
  const schoolIds = await platform.withPlatform(async (db) => {
    if (!(await takeProbe(db, scope, now()))) return []
    return scope === allSchools ? await listDueSchools(db, jobs.retryMail, schoolsInTurn) : [scope]
  })
  // One school whose mails are refused for their own sake must not speak for all.
  const first = schoolIds.length && Math.floor(now().getTime() / minuteMs) % schoolIds.length
  for (const schoolId of [...schoolIds.slice(first), ...schoolIds.slice(0, first)]) {
    const school = openSchool(schoolId)
    const mailId = await findProbeMail(school, now())
    if (mailId) return sendMails(school, [mailId], { probed: scope }, tools)
    if (scope !== allSchools && !(await hasWaiting(school))) await openIdle(scope, tools)
  }
}
