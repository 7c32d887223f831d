import { connectDatabase } from '@escola/db'
import { readDatabase } from '../config.ts'
import { openSchool } from '../core/scope.ts'
import { adviseSupport } from '../core/support-advice.ts'
import { verifyLedger } from '../features/ledger/ledger-proof.service.ts'
import { listSchools } from '../features/messages/held-mail.service.ts'
import { requireProcessedEvents } from '../features/payments/events/events.service.ts'
import { reconcilePayments } from '../features/payments/reconciliation.service.ts'
import { jobAnswerMillis } from '../jobs/job-answer.ts'
import { createPaymentProvider } from '../payments/payment-provider.ts'
import { readStripe } from '../payments/stripe-config.ts'

/** Proves for every school that its ledger, its sums and the payment provider's records agree: node apps/server/src/commands/doctor.ts */
const problems: string[] = []
const urls = readDatabase(process.env, process.env.ESCOLA_SECRET ?? '', problems)
const provider = createPaymentProvider(readStripe(process.env, problems))
if (problems.length) {
  console.error(problems.join('\n'))
  process.exit(2)
}
const database = connectDatabase(urls, { answerWithinMillis: jobAnswerMillis })
const tools = { platform: database, provider, now: () => new Date() }
const faults: string[] = []
try {
  const ids = await database.withPlatform(listSchools)
  for (const id of ids) {
    const school = openSchool(database, id)
    for (const prove of [() => verifyLedger(school), () => reconcilePayments(school, tools)])
      await prove().catch((error: Error) => faults.push(`school ${id}: ${error.message}`))
  }
  await requireProcessedEvents(tools).catch((error: Error) => faults.push(error.message))
  for (const fault of faults) console.error(fault)
  const compared = provider ? 'ledger, sums and payments' : 'ledger and sums (there is no payment provider)'
  const { NODE_ENV, SUPPORT_EMAIL: email = '', SUPPORT_URL: url = '' } = process.env
  const advice = adviseSupport({ production: NODE_ENV === 'production', support: { email, url } })
  if (advice) console.error(advice)
  console.log(`${compared} of ${ids.length} schools: ${faults.length ? `${faults.length} disagree` : 'all agree'}`)
} finally {
  await database.close()
}
process.exitCode = faults.length ? 1 : 0
