import { accounts } from '@escola/contract/accounts.contract'
import { emailChanges } from '@escola/contract/email-changes.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { isGone, readMailedLink } from './dead-link.ts'

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
  mailedLink: (token: string) =>
    queryOptions({
      queryKey: ['mailed-link', token],
      queryFn: () => readMailedLink(token),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** Null of a link that was never mailed, or was torn on its way. */
  undo: (token: string) =>
    queryOptions({
      queryKey: ['email-undo', token],
      queryFn: async () => {
        try {
          return (await api(emailChanges.mailedUndo, { params: { token } })).undo
        } catch (error) {
          if (isGone(error)) return null
          throw error
        }
      },
      staleTime: Number.POSITIVE_INFINITY,
    }),
}
