import { openSchool } from '../../core/scope.ts'
import { examineMail } from '../../features/messages/mail-trouble.service.ts'
import type { Check } from './check.ts'

/** Looks at the mails and text messages of the last day, and at those that still wait. */
export const mails: Check = {
  name: 'mails',
  look: async ({ database, isStopped, now }) => {
    const { counts, trouble } = await examineMail({
      platform: database,
      openSchool: (id) => openSchool(database, id),
      now,
    })
    const { recent, sent, undelivered, waiting, late, held } = counts
    const faults: string[] = []
    if (undelivered > 0 && sent === 0) faults.push(`No mail left in 24 hours, and ${undelivered} were given up.`)
    if (late > 0 && !isStopped) faults.push(`${late} mails have waited for more than an hour without a try.`)
    const warnings = [...trouble]
    if (held > 0) warnings.push(`${held} mails are held since a restore: \`pnpm held-mail\` sends or discards them.`)
    const summary = `${recent} of 24 hours; ${undelivered} did not arrive, ${waiting} wait for another try, ${late} late, ${held} held`
    return { summary, faults, warnings }
  },
}
