import { accounts } from '@escola/contract/accounts.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** Queries of the links in mails: each is asked for once. */
export const accountQueries = {
  activation: (token: string) =>
    queryOptions({
      queryKey: ['activation', token],
      queryFn: () => api(accounts.activate, { params: { token } }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  invitation: (token: string) =>
    queryOptions({
      queryKey: ['invitation', token],
      queryFn: () => api(accounts.userByToken, { params: { token } }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}
