import { ownData } from '@escola/contract/own-data.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** Whether the user's account is going to be deleted, and what keeps it. */
export const deletionQuery = queryOptions({
  queryKey: ['deletion'],
  queryFn: ({ signal }) => api(ownData.deletion, { signal }),
})
