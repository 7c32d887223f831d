import { salesAccounts } from '@escola/contract/sales-accounts.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { nounKey } from '../../ui/nouns.ts'

export const salesAccountQueries = {
  list: (schoolId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'salesAccounts'), 'list'],
      queryFn: ({ signal }) => api(salesAccounts.list, { params: { schoolId }, signal }),
    }),
}
