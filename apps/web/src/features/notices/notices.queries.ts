import { type NoticeKind, notices } from '@escola/contract/notices.contract'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

export const noticeQueries = {
  own: (schoolId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'notices'), 'own'],
      queryFn: ({ signal }) => api(notices.switches, { params: { schoolId }, signal }),
    }),
  byLink: (schoolId: string, token: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'notices'), 'link', token],
      queryFn: ({ signal }) => api(notices.byLink, { params: { schoolId, token }, signal }),
    }),
}

export function useSaveSwitch() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: { kind: NoticeKind; is_on: boolean }) => api(notices.save, { params: { schoolId }, body }),
    onSuccess: useRefresh('notices'),
  })
}

export function useSwitchOff(token: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (kind: NoticeKind) => api(notices.switchOff, { params: { schoolId, token }, body: { kind } }),
    onSuccess: useRefresh('notices'),
  })
}
