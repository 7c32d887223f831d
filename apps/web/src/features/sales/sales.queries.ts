import { type SaleState, sales } from '@escola/contract/sales.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { nounKey } from '../../ui/nouns.ts'

export interface SaleQuery {
  page: number
  state?: SaleState
  search?: string
  /** Class whose products were sold. */
  school_gateway_id?: string
}

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
  sent: (schoolId: string, id: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'sales'), 'sent', id],
      queryFn: ({ signal }) => api(sales.readDelivery, { params: { schoolId, id }, signal }),
    }),
}
