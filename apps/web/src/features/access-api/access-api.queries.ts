import { accessApi } from '@escola/contract/access-api.contract'
import type { BodyOf } from '@escola/contract/route'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { withProof } from '../../ui/account/proof.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

export const accessApiQueries = {
  key: (schoolId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'accessApi'), 'key'] as const,
      queryFn: ({ signal }) => api(accessApi.getKey, { params: { schoolId }, signal }),
    }),
  integrations: (schoolId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'accessApi'), 'integrations'] as const,
      queryFn: ({ signal }) => api(accessApi.integrations, { params: { schoolId }, signal }),
    }),
}

/** The secret is the caller's alone: what queries keep lives on after the page is left. */
export function useGenerateKey() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: () => withProof(() => api(accessApi.generateKey, { params: { schoolId } })),
    onSuccess: useRefresh('accessApi'),
    gcTime: 0,
  })
}

export function useShowSecret() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: () => withProof(() => api(accessApi.showSecret, { params: { schoolId } })),
    gcTime: 0,
  })
}

export function useSaveIntegration() {
  const schoolId = useSchool().id
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof accessApi.saveIntegration>) =>
      withProof(() => api(accessApi.saveIntegration, { params: { schoolId }, body })),
    onSuccess: (saved) => client.setQueryData(accessApiQueries.integrations(schoolId).queryKey, saved),
  })
}

export function useRemoveIntegration() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (id: string) => withProof(() => api(accessApi.removeIntegration, { params: { schoolId, id } })),
    onSuccess: useRefresh('accessApi'),
  })
}
