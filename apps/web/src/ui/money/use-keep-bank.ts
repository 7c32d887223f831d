import type { Bank } from '@escola/contract/ledger.contract'
import type { Resource } from '@escola/contract/resource'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { contextQuery } from '../../session/context.ts'
import { useRefresh } from '../use-refresh.ts'

interface Kept {
  bank: Bank
  resource?: Resource
}

/** Keeps the bank and the plan that an answer brings in the context, which header and home show. The rest of the context is as old as before. */
export const keepBank = (client: QueryClient, { bank, resource }: Kept) =>
  client.setQueryData(
    contextQuery.queryKey,
    (context) => context && { ...context, bank, resource: { ...context.resource, ...resource } },
    { updatedAt: client.getQueryState(contextQuery.queryKey)?.dataUpdatedAt },
  )

/** Keeps what a change answers, and has the lists of money and the home asked again. */
export function useKeepBank() {
  const client = useQueryClient()
  const refresh = useRefresh('ledger', 'today')
  return (changed: Kept) => {
    keepBank(client, changed)
    return refresh()
  }
}
