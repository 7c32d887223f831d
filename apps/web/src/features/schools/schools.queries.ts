import { type DomainAnswer, domains } from '@escola/contract/domains.contract'
import type { BodyOf } from '@escola/contract/route'
import { type School, type SchoolPicture, schools } from '@escola/contract/schools.contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { upload } from '../../api/upload.ts'
import { contextQuery, useSchool } from '../../session/context.ts'
import { withProof } from '../../ui/account/proof.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

export type SettingsBody = BodyOf<typeof schools.update>

export const domainQueries = {
  own: (schoolId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'domains'), 'own'],
      queryFn: ({ signal }) => api(domains.get, { params: { schoolId }, signal }),
    }),
}

/** Shows the answer from now on; this page load stays at the address where it began. */
export function useShowSchool() {
  const client = useQueryClient()
  return async ({ school }: { school: School }) => {
    // A running request would bring back the old state.
    await client.cancelQueries(contextQuery)
    client.setQueryData(contextQuery.queryKey, (context) => {
      if (!context?.school) return context
      const { role, base_path, platform_view, can_join, erased_here } = context.school
      return { ...context, school: { ...school, role, base_path, platform_view, can_join, erased_here } }
    })
  }
}

export function useSaveSettings() {
  const schoolId = useSchool().id
  const show = useShowSchool()
  const refresh = useRefresh('domains')
  return useMutation({
    mutationFn: (body: SettingsBody) => withProof(() => api(schools.update, { params: { schoolId }, body })),
    // A link may have been a domain.
    onSuccess: (answer) => Promise.all([show(answer), refresh()]),
  })
}

export function usePicture(field: SchoolPicture) {
  const schoolId = useSchool().id
  const show = useShowSchool()
  return {
    send: async (file: File, onProgress: (done: number) => void) =>
      show(await upload(schools.uploadLogo, { params: { schoolId }, fields: { field }, file, onProgress })),
    remove: async () => show(await api(schools.removeLogo, { params: { schoolId }, body: { field } })),
  }
}

export function useDomain() {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const params = { schoolId }
  const { queryKey } = domainQueries.own(schoolId)
  const onSuccess = (answer: DomainAnswer) => client.setQueryData(queryKey, answer)
  const claim = useMutation({
    mutationFn: (url: string) => withProof(() => api(domains.claim, { params, body: { url } })),
    onSuccess,
  })
  const check = useMutation({ mutationFn: () => api(domains.check, { params }), onSuccess })
  const remove = async () => {
    await withProof(() => api(domains.remove, { params }))
    await client.invalidateQueries({ queryKey })
  }
  return { claim, check, remove }
}
