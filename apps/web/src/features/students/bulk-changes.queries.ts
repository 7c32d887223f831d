import {
  type AskedAddition,
  type AskedErasure,
  bulkChanges,
  type NewBulkChange,
} from '@escola/contract/bulk-changes.contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { makeOnce } from '../../api/make-once.ts'
import { useSchool } from '../../session/context.ts'
import { withProof } from '../../ui/account/proof.ts'
import { nounKey } from '../../ui/nouns.ts'
import { pollWhile } from '../../ui/poll-while.ts'

export const bulkChangeQueries = {
  latest: (schoolId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'bulkChanges'), 'latest'],
      queryFn: ({ signal }) => api(bulkChanges.latest, { params: { schoolId }, signal }),
      refetchInterval: ({ state }) => pollWhile(state.data?.bulk?.utc_ended_on === null),
    }),
}

/** Asks what an addition or a move costs, and which students the class would not take. */
export function useQuote() {
  const schoolId = useSchool().id
  return (body: AskedAddition) => api(bulkChanges.quote, { params: { schoolId }, body })
}

/** Asks what the school would lose with students who are erased. */
export function useErasure() {
  const schoolId = useSchool().id
  return (body: AskedErasure) => api(bulkChanges.erasure, { params: { schoolId }, body }).then(({ erasure }) => erasure)
}

export function useStartChange() {
  const schoolId = useSchool().id
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewBulkChange) =>
      withProof(() =>
        makeOnce(`bulk change of ${schoolId}: ${JSON.stringify(body)}`, (idempotencyKey) =>
          api(bulkChanges.start, { params: { schoolId }, body, idempotencyKey }),
        ),
      ),
    // The answer is shown as it is: a short one would be over when it is asked for again, and its end never seen.
    onSuccess: (answer) => void client.setQueryData(bulkChangeQueries.latest(schoolId).queryKey, answer),
  })
}
