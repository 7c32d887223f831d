import { undeliveredMails } from '@escola/contract/undelivered-mails.contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

const platformKey = ['platformMails'] as const

export const undeliveredMailQueries = {
  list: (schoolId: string, page: number) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'undeliveredMails'), 'list', page],
      queryFn: ({ signal }) => api(undeliveredMails.list, { params: { schoolId }, query: { page }, signal }),
    }),
  listOfPlatform: (page: number) =>
    queryOptions({
      queryKey: [...platformKey, page],
      queryFn: ({ signal }) => api(undeliveredMails.listOfPlatform, { query: { page }, signal }),
    }),
}

export function useSendAgain() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (id: string) => api(undeliveredMails.sendAgain, { params: { schoolId, id } }),
    onSuccess: useRefresh('undeliveredMails', 'today'),
  })
}

export function useSendPlatformMailAgain() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api(undeliveredMails.sendPlatformMailAgain, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: platformKey }),
  })
}
