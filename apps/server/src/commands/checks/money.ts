import { openSchool } from '../../core/scope.ts'
import { verifyLedger } from '../../features/ledger/ledger-proof.service.ts'
import { listCredits } from '../../features/payments/customer-credits.service.ts'
import { requireProcessedEvents } from '../../features/payments/events/events.service.ts'
import { reconcilePayments } from '../../features/payments/reconciliation.service.ts'
import { paidThings } from '../../paid-things.ts'
import type { Check } from './check.ts'

/** Proves for every school that its ledger, its sums and the payment provider's records agree, and names credits that stand at the provider alone. */
export const money: Check = {
  name: 'money',
  look: async ({ database, provider, schoolIds, now }) => {
    const tools = { ...paidThings, platform: database, provider, now }
    const faults: string[] = []
    const warnings: string[] = []
    for (const id of schoolIds) {
      const school = openSchool(database, id)
      const nameCredits = async () => {
        const credits = provider ? await listCredits(school, provider, tools) : []
        warnings.push(...credits.map((credit) => `school ${id}: ${credit}`))
      }
      for (const prove of [() => verifyLedger(school), () => reconcilePayments(school, tools), nameCredits])
        await prove().catch((error: Error) => faults.push(`school ${id}: ${error.message}`))
    }
    await requireProcessedEvents(tools).catch((error: Error) => faults.push(error.message))
    const compared = provider ? 'ledger, sums and payments' : 'ledger and sums (there is no payment provider)'
    return {
      summary: `${compared} of ${schoolIds.length} schools: ${faults.length ? `${faults.length} disagree` : 'all agree'}`,
      faults,
      warnings,
    }
  },
}
