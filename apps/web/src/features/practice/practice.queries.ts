import { practice } from '@escola/contract/practice.contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { nounKey } from '../../ui/nouns.ts'

export const practiceQueries = {
  state: (schoolId: string, degreeLink: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'practice'), 'state', degreeLink],
      queryFn: async ({ signal }) => (await api(practice.state, { params: { schoolId, degreeLink }, signal })).practice,
      refetchOnWindowFocus: 'always',
    }),
  /** Questions on the screen; only their student asks for others. */
  round: (schoolId: string, degreeLink: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'practice'), 'round', degreeLink],
      queryFn: ({ signal }) => api(practice.begin, { params: { schoolId, degreeLink }, signal }),
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnReconnect: false,
      refetchOnWindowFocus: false,
    }),
}

/** Asks for the questions that are due now, whatever was asked before. */
export const askRound = (client: QueryClient, schoolId: string, degreeLink: string) =>
  client.fetchQuery({ ...practiceQueries.round(schoolId, degreeLink), staleTime: 0 })

/** Lists of what is to be reviewed are asked for again after an answer. */
export function forgetDue(client: QueryClient, schoolId: string, degreeLink: string) {
  void client.invalidateQueries({ queryKey: practiceQueries.state(schoolId, degreeLink).queryKey })
  void client.invalidateQueries({ queryKey: nounKey(schoolId, 'learning') })
}
