import { bookmarks } from '@escola/contract/bookmarks.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { nounKey } from '../../ui/nouns.ts'

export const bookmarkQueries = {
  mine: (schoolId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'bookmarks'), 'mine'] as const,
      queryFn: ({ signal }) => api(bookmarks.mine, { params: { schoolId }, signal }),
      // Kept and taken away on other pages, which note it in the context.
      staleTime: 0,
    }),
}
