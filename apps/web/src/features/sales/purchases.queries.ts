import {
  firstDayOf,
  type PurchaseState,
  purchaseList,
  purchasePeriods,
  purchaseStates,
} from '@escola/contract/purchase-list.contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { nounKey } from '../../ui/nouns.ts'

/** Purchases that an address asks for. */
export interface PurchaseQuery {
  state?: PurchaseState | undefined
  search?: string | undefined
  account?: string | undefined
  /** Days of the period, which ends with the present day. */
  days?: (typeof purchasePeriods)[number] | undefined
}

/** The state that an address asks for. */
export const purchaseStateOf = (value: unknown) => purchaseStates.find((each) => each === value)
/** The period that an address asks for. */
export const periodOf = (value: unknown) => purchasePeriods.find((each) => each === Number(value))

/** Query of the API for what an address asks for. */
export const apiQueryOf = ({ state, search, account, days }: PurchaseQuery) => ({
  ...(state && { state }),
  ...(search && { search }),
  ...(account && { account_id: account }),
  ...(days && { from: firstDayOf(days, new Date()) }),
})

/** Delay until purchases that are being processed are asked for again. */
const waitingMs = 3000
/** Delay until the first purchase is asked for again: an administrator may be trying out an integration. */
const firstMs = 5000

export const purchaseQueries = {
  summary: (schoolId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'sales'), 'summary'],
      queryFn: ({ signal }) => api(purchaseList.summary, { params: { schoolId }, signal }),
      refetchInterval: ({ state }) =>
        state.data?.accounts.length && state.data.accounts.every((each) => !each.utc_sold_on) ? firstMs : false,
    }),
  list: (schoolId: string, query: PurchaseQuery) =>
    infiniteQueryOptions({
      queryKey: [...nounKey(schoolId, 'sales'), 'purchases', query],
      queryFn: ({ signal, pageParam }) =>
        api(purchaseList.list, {
          params: { schoolId },
          query: { ...apiQueryOf(query), ...(pageParam && { after: pageParam }) },
          signal,
        }),
      initialPageParam: '',
      getNextPageParam: ({ list, more }) => (more ? list.at(-1)?.id : undefined),
      refetchInterval: ({ state }) => {
        const purchases = state.data?.pages.flatMap(({ list }) => list)
        if (purchases?.length === 0) return Object.values(query).some(Boolean) ? false : firstMs
        return purchases?.some((each) => each.state === 'waiting') ? waitingMs : false
      },
    }),
  one: (schoolId: string, id: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'sales'), 'purchase', id],
      queryFn: ({ signal }) => api(purchaseList.get, { params: { schoolId, id }, signal }),
      refetchInterval: ({ state }) => (state.data?.sales.some((sale) => sale.state === 'waiting') ? waitingMs : false),
    }),
}
