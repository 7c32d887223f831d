import { domains } from '@escola/contract/domains.contract'
import { salesAccounts } from '@escola/contract/sales-accounts.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { nounKey } from '../nouns.ts'

export const salesAccountQueries = {
  list: (schoolId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'salesAccounts'), 'list'],
      queryFn: ({ signal }) => api(salesAccounts.list, { params: { schoolId }, signal }),
    }),
  forecast: (schoolId: string, id: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'salesAccounts'), 'forecast', id],
      queryFn: ({ signal }) => api(salesAccounts.forecast, { params: { schoolId, id }, signal }),
      // It names numbers, and often a price, of this moment.
      staleTime: 0,
    }),
}

/** Asks for the platform's address, which stays when a school gives up its own; webhooks go to it. */
export const platformAddressQuery = (schoolId: string) =>
  queryOptions({
    queryKey: [...nounKey(schoolId, 'domains'), 'own'],
    queryFn: ({ signal }) => api(domains.get, { params: { schoolId }, signal }),
  })
