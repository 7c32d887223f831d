import { openSchool } from '../../core/scope.ts'
import { verifyLedger } from '../../features/ledger/ledger-proof.service.ts'
import { requireProcessedEvents } from '../../features/payments/events/events.service.ts'
import { reconcilePayments } from '../../features/payments/reconciliation.service.ts'
import type { Check } from './check.ts'

/** Proves for every school that its ledger, its sums and the payment provider's records agree. */
export const money: Check = {
  name: 'money',
  look: async ({ database, provider, schoolIds, now }) => {
    const tools = { platform: database, provider, now }
    const faults: string[] = []
    for (const id of schoolIds) {
      const school = openSchool(database, id)
      for (const prove of [() => verifyLedger(school), () => reconcilePayments(school, tools)])
        await prove().catch((error: Error) => faults.push(`school ${id}: ${error.message}`))
    }
    await requireProcessedEvents(tools).catch((error: Error) => faults.push(error.message))
    const compared = provider ? 'ledger, sums and payments' : 'ledger and sums (there is no payment provider)'
    return {
      summary: `${compared} of ${schoolIds.length} schools: ${faults.length ? `${faults.length} disagree` : 'all agree'}`,
      faults,
    }
  },
}
