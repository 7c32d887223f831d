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
}

/** Asks for the platform's address, which stays when a school gives up its own; webhooks go to it. */
export const platformAddressQuery = (schoolId: string) =>
  queryOptions({
    queryKey: [...nounKey(schoolId, 'domains'), 'own'],
    queryFn: ({ signal }) => api(domains.get, { params: { schoolId }, signal }),
  })
