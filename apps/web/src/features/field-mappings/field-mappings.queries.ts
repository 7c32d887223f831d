import { fieldMappings } from '@escola/contract/field-mappings.contract'
import type { BodyOf } from '@escola/contract/route'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

/** Delay until a first sample is asked for again. */
const sampleMs = 5000

export const fieldMappingQueries = {
  one: (schoolId: string, id: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'fieldMappings'), id],
      queryFn: ({ signal }) => api(fieldMappings.get, { params: { schoolId, id }, signal }),
      refetchInterval: ({ state }) => (state.data?.samples.length === 0 ? sampleMs : false),
    }),
  preview: (schoolId: string, id: string, draft: BodyOf<typeof fieldMappings.preview>) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'fieldMappings'), id, 'preview', draft],
      queryFn: ({ signal }) => api(fieldMappings.preview, { params: { schoolId, id }, body: draft, signal }),
      placeholderData: keepPreviousData,
    }),
}

export function useSaveMapping(id: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: BodyOf<typeof fieldMappings.save>) =>
      api(fieldMappings.save, { params: { schoolId, id }, body }),
    onSuccess: useRefresh('fieldMappings', 'salesAccounts', 'sales'),
  })
}
