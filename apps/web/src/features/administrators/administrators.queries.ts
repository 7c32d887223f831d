import { administrators } from '@escola/contract/administrators.contract'
import type { BodyOf } from '@escola/contract/route'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { withProof } from '../../ui/account/proof.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

export const administratorQueries = {
  list: (schoolId: string, page: number) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'administrators'), 'list', page],
      queryFn: ({ signal }) => api(administrators.list, { params: { schoolId }, query: { page }, signal }),
    }),
}

export function useAddAdministrator() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: BodyOf<typeof administrators.add>) =>
      withProof(() => api(administrators.add, { params: { schoolId }, body })),
    onSuccess: useRefresh('administrators'),
  })
}

// A user who studies there too may count from then on, and cost something.
const useRefreshTeam = () => useRefresh('administrators', 'ledger', 'context')

export function useSaveRoles() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: BodyOf<typeof administrators.saveRoles>) =>
      withProof(() => api(administrators.saveRoles, { params: { schoolId }, body })),
    onSuccess: useRefreshTeam(),
  })
}

export function useHandOver() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: BodyOf<typeof administrators.handOver>) =>
      withProof(() => api(administrators.handOver, { params: { schoolId }, body })),
    onSuccess: useRefreshTeam(),
  })
}

export function useRemoveAdministrator() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (user_id: string) =>
      withProof(() => api(administrators.remove, { params: { schoolId }, body: { user_id } })),
    onSuccess: useRefreshTeam(),
  })
}
