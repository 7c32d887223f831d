import { otherEmails } from '@escola/contract/other-emails.contract'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

export const otherEmailQueries = {
  list: (schoolId: string, userId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'otherEmails'), userId],
      queryFn: ({ signal }) => api(otherEmails.list, { params: { schoolId, userId }, signal }),
    }),
}

export function useAddOtherEmail(userId: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: { email: string }) => api(otherEmails.add, { params: { schoolId, userId }, body }),
    // The timeline shows the sales of the address from now on.
    onSuccess: useRefresh('otherEmails', 'students'),
  })
}

export function useRemoveOtherEmail(userId: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (id: string) => api(otherEmails.remove, { params: { schoolId, userId, id } }),
    onSuccess: useRefresh('otherEmails', 'students'),
  })
}
