import type { QueryKey, UseSuspenseQueryOptions } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { usePrefetchedQuery } from './use-prefetched-query.ts'

/**
 * The rows of a list's address. The last rows stay until the next ones have come.
 * @param asked the address: the same object until it changes
 */
export function useQueryTable<Asked, Answer, Key extends QueryKey>(
  asked: Asked,
  queryOf: (asked: Asked) => UseSuspenseQueryOptions<Answer, Error, Answer, Key>,
) {
  const shown = useDeferredValue(asked)
  const query = queryOf(shown)
  const { data } = usePrefetchedQuery(query)
  return { data, shown, isLoading: shown !== asked, queryKey: query.queryKey }
}
