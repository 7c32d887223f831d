import { dayMs, hourMs } from '@escola/contract/durations'
import { openSchool } from '../../core/scope.ts'
import { describeMailTrouble } from '../../features/messages/mail-trouble.service.ts'
import { askSchools, type Check } from './check.ts'
import { countMails } from './checks.queries.ts'

/** Looks at the mails and text messages of the last day, and at those that still wait. */
export const mails: Check = {
  name: 'mails',
  look: async (tools) => {
    const now = tools.now().getTime()
    const moments = { since: new Date(now - dayMs), lateBefore: new Date(now - hourMs) }
    const schools = await askSchools(tools, (school) => school.tx((db) => countMails(db, moments)))
    const sum = (name: keyof (typeof schools)[number]) =>
      schools.reduce((total, counts) => total + Number(counts[name]), 0)
    const [recent, failed, sent, late, held] = [sum('recent'), sum('failed'), sum('sent'), sum('late'), sum('held')]
    const faults: string[] = []
    const warnings: string[] = []
    if (failed > 0 && sent === 0) faults.push(`No mail left in 24 hours: ${failed} were refused for good.`)
    else if (failed > 0) warnings.push(`${failed} of ${recent} mails of 24 hours were refused for good.`)
    if (late > 0 && !tools.isStopped) faults.push(`${late} mails have waited for more than an hour.`)
    warnings.push(
      ...(await describeMailTrouble({
        platform: tools.database,
        openSchool: (id) => openSchool(tools.database, id),
        now: tools.now,
      })),
    )
    if (held > 0) warnings.push(`${held} mails are held since a restore: \`pnpm held-mail\` sends or discards them.`)
    return { summary: `${recent} of 24 hours: ${failed} failed; ${late} late, ${held} held`, faults, warnings }
  },
}
