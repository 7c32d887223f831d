import { type TimelinePart, timeline } from '@escola/contract/timeline.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { nounKey } from '../../ui/nouns.ts'

export type ShownPart = '' | TimelinePart

/** The keys are those of students, so that each change of a student is seen here too. */
export const timelineQueries = {
  explain: (schoolId: string, link: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'students'), 'access', link],
      queryFn: ({ signal }) => api(timeline.explain, { params: { schoolId, link }, signal }),
    }),
  list: (schoolId: string, link: string, query: { part: ShownPart; before: string }) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'students'), 'timeline', link, query],
      queryFn: ({ signal }) => api(timeline.list, { params: { schoolId, link }, query, signal }),
    }),
}
