import { bulkChanges, type NewBulkChange } from '@escola/contract/bulk-changes.contract'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { makeOnce } from '../../api/make-once.ts'
import { useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

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

export function useStartChange() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: NewBulkChange) =>
      makeOnce(`bulk change of ${schoolId}: ${JSON.stringify(body)}`, (idempotencyKey) =>
        api(bulkChanges.start, { params: { schoolId }, body, idempotencyKey }),
      ),
    onSuccess: useRefresh('bulkChanges'),
  })
}
