import { moves } from '@escola/contract/moves.contract'
import type { BodyOf } from '@escola/contract/route'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { makeOnce } from '../../api/make-once.ts'
import { useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'
import { pollWhile } from '../../ui/poll-while.ts'

export const moveQueries = {
  forecast: (schoolId: string, id: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'moves'), 'forecast', id],
      queryFn: ({ signal }) => api(moves.forecast, { params: { schoolId, id }, signal }),
      staleTime: 0,
    }),
  latest: (schoolId: string, id: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'moves'), 'latest', id],
      queryFn: ({ signal }) => api(moves.latest, { params: { schoolId, id }, signal }),
      refetchInterval: ({ state }) => pollWhile(state.data?.move?.utc_ended_on === null),
    }),
}

export function useStartMove(id: string) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof moves.start>) =>
      makeOnce(`move of ${schoolId}/${id} to ${body.migrateStudentsTo}`, (idempotencyKey) =>
        api(moves.start, { params: { schoolId, id }, body, idempotencyKey }),
      ),
    // The answer is shown as it is: a short one would be over when it is asked for again, and its end never seen.
    onSuccess: (answer) => void client.setQueryData(moveQueries.latest(schoolId, id).queryKey, answer),
  })
}
