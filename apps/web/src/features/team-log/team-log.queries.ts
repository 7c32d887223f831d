import { type TeamLogFilter, teamLog } from '@escola/contract/team-log.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { nounKey } from '../../ui/nouns.ts'

export type TeamLogQuery = TeamLogFilter & { page: number }

export const teamLogQueries = {
  list: (schoolId: string, query: TeamLogQuery) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'teamLog'), query],
      queryFn: ({ signal }) => api(teamLog.list, { params: { schoolId }, query, signal }),
    }),
}
