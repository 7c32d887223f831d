import { search } from '@escola/contract/search.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { nounKey } from '../../../ui/nouns.ts'

export const searchQueries = {
  everything: (schoolId: string, query: { q: string; view: 'admin' | 'student' }) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'search'), query],
      queryFn: ({ signal }) => api(search.everything, { params: { schoolId }, query, signal }),
      // Found things change under the same words.
      staleTime: 0,
    }),
}
