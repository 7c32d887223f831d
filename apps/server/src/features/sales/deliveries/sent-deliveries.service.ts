import { dayMs } from '@escola/contract/durations'
import { salesLimits } from '@escola/contract/sales'
import type { SentDelivery } from '@escola/contract/sales.contract'
import { notFound } from '../../../core/app-error.ts'
import type { School } from '../../../core/scope.ts'
import type { Tools } from '../../../core/tools.ts'
import { openCredentials } from '../../sales-accounts/account-proofs.service.ts'
import { shownProof } from '../platforms/account-proof.ts'
import { hideSecrets } from '../platforms/hide-secrets.ts'
import { platforms } from '../platforms/platforms.ts'
import { type DeliveryRow, findDelivery } from '../sales.queries.ts'
import { hasBody, openReadable } from './delivery-bodies.ts'

/** Reads what a platform sent, as an administrator may see it: no secret of the account leaves the server. */
export async function readSent(
  school: School,
  { id }: { id: string },
  tools: Pick<Tools, 'config' | 'now'>,
): Promise<SentDelivery> {
  const { row, credentials } = await school.tx(async (db) => {
    const found = await findDelivery(db, id)
    if (!found) throw notFound()
    const { account_id } = found
    return { row: found, credentials: account_id ? await openCredentials(school, db, account_id, tools) : undefined }
  })
  if (!hasBody(row)) return { state: whyGone(row, tools.now()), body: {}, query: {} }
  const delivery = openReadable(school, row, tools)
  if (!delivery) return { state: 'unread', body: {}, query: {} }
  // The code of the account may be another one by now.
  const setup = credentials?.setup
  const shown = setup ? shownProof(setup.proof, delivery) : platforms[row.platform].shownSecret(delivery)
  const codes = [shown ?? '', credentials?.code ?? '', credentials?.accessToken ?? '']
  return { state: 'kept', body: hideSecrets(delivery.body, codes), query: hideSecrets(row.query, codes) }
}

function whyGone({ state, utc_received_on }: DeliveryRow, now: Date): SentDelivery['state'] {
  if (state === 'ignored') return 'ignored'
  return now.getTime() - utc_received_on.getTime() > salesLimits.deliveryDays * dayMs ? 'old' : 'erased'
}
