import { type repeatedSaleStates, type SaleState, saleStates, sales } from '@escola/contract/sales.contract'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

export interface SaleQuery {
  page: number
  state?: SaleState
  search?: string
}

/** The state that an address asks for. */
export const stateOf = (value: unknown) => saleStates.find((each) => each === value)

/** Delay until waiting sales are asked for again. */
const waitingMs = 3000

export const saleQueries = {
  list: (schoolId: string, query: SaleQuery) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'sales'), 'list', query],
      queryFn: ({ signal }) => api(sales.list, { params: { schoolId }, query, signal }),
      refetchInterval: ({ state }) =>
        state.data?.sales.list.some((sale) => sale.state === 'waiting') ? waitingMs : false,
    }),
}

export function useCorrectEmail(id: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: { email: string }) => api(sales.correctEmail, { params: { schoolId, id }, body }),
    onSuccess: useRefresh('sales'),
  })
}

export function useDismissal(id: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: { reason: string }) => api(sales.dismiss, { params: { schoolId, id }, body }),
    onSuccess: useRefresh('sales'),
  })
}

export function useReplay(id: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (chosen: { school_gateway_id: string; ids: string[] } | Record<string, never>) =>
      api(sales.replay, { params: { schoolId, id }, body: chosen }),
    // A class that was chosen has an integration more.
    onSuccess: useRefresh('sales', 'cohorts'),
  })
}

export function useReplayAll() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: { state: (typeof repeatedSaleStates)[number]; search: string }) =>
      api(sales.replayAll, { params: { schoolId }, body }),
    onSuccess: useRefresh('sales'),
  })
}
