import type { QueryKey, UseSuspenseQueryOptions } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { usePrefetchedQuery } from '../loading/use-prefetched-query.ts'

/**
 * The rows of a list's address. The last rows stay until the next ones have come.
 * @param asked the address: the same object until it changes
 */
export function useQueryTable<Search, Answer, Key extends QueryKey>(
  search: Search,
  queryOf: (search: Search) => UseSuspenseQueryOptions<Answer, Error, Answer, Key>,
) {
  const shown = useDeferredValue(search)
  const query = queryOf(shown)
  const { data } = usePrefetchedQuery(query)
  return { data, shown, isLoading: shown !== search, queryKey: query.queryKey }
}
