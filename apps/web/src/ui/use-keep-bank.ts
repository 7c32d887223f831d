import type { Bank } from '@escola/contract/ledger.contract'
import type { Resource } from '@escola/contract/resource'
import { useQueryClient } from '@tanstack/react-query'
import { contextQuery } from '../session/context.ts'
import { useRefresh } from './use-refresh.ts'

/** Keeps the bank and the plan that a change answers, which header and home show, and has the lists of money and the home asked anew. */
export function useKeepBank() {
  const client = useQueryClient()
  const refresh = useRefresh('ledger', 'today')
  return ({ bank, resource }: { bank: Bank; resource?: Resource }) => {
    client.setQueryData(
      contextQuery.queryKey,
      (context) => context && { ...context, bank, resource: { ...context.resource, ...resource } },
    )
    return refresh()
  }
}
