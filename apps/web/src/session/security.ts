import { security } from '@escola/contract/security.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'

/** Query of the user's protection of their account, which belongs to no school. */
export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: async ({ signal }) => (await api(security.show, { signal })).security,
})
