import { karma } from '@escola/contract/karma.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { nounKey } from '../../ui/nouns.ts'

export const karmaQueries = {
  mine: (schoolId: string, page: number) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'karma'), 'mine', page],
      queryFn: ({ signal }) => api(karma.entries, { params: { schoolId }, query: { page }, signal }),
    }),
  rank: (schoolId: string, page: number) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'karma'), 'rank', page],
      queryFn: ({ signal }) => api(karma.rank, { params: { schoolId }, query: { page }, signal }),
    }),
}
