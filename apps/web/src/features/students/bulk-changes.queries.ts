import { type AskedAddition, bulkChanges, type NewBulkChange } from '@escola/contract/bulk-changes.contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { makeOnce } from '../../api/make-once.ts'
import { useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'

/** Delay until a change under way is asked for again. */
const progressMs = 1000

export const bulkChangeQueries = {
  latest: (schoolId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'bulkChanges'), 'latest'],
      queryFn: ({ signal }) => api(bulkChanges.latest, { params: { schoolId }, signal }),
      refetchInterval: ({ state }) => (state.data?.bulk?.utc_ended_on === null ? progressMs : false),
    }),
}

/** Asks what an addition or a move costs, and which students the class would not take. */
export function useQuote() {
  const schoolId = useSchool().id
  return (body: AskedAddition) => api(bulkChanges.quote, { params: { schoolId }, body })
}

export function useStartChange() {
  const schoolId = useSchool().id
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewBulkChange) =>
      makeOnce(`bulk change of ${schoolId}: ${JSON.stringify(body)}`, (idempotencyKey) =>
        api(bulkChanges.start, { params: { schoolId }, body, idempotencyKey }),
      ),
    // The answer is shown as it is: a short one would be over when it is asked for again, and its end never seen.
    onSuccess: (answer) => void client.setQueryData(bulkChangeQueries.latest(schoolId).queryKey, answer),
  })
}
