import type { HomeNews } from '@escola/contract/learning.contract'
import { notifications } from '@escola/contract/notifications.contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { contextQuery, useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'
import { learningQueries } from './learning.queries.ts'

interface ReadNews extends Pick<HomeNews, 'subject_id' | 'utc_on'> {
  kind: Exclude<HomeNews['kind'], 'module_opens' | 'questions_due'>
}

/** Marks an answer or a certificate as read when its student goes to it: the home shows it no longer, and the bell counts one less. */
export function useReadNews() {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ kind, subject_id, utc_on }: ReadNews) =>
      api(notifications.read, { params: { schoolId }, body: { utc_until: utc_on, only: { kind, subject_id } } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: learningQueries.homeKey(schoolId) }),
        client.invalidateQueries({ queryKey: contextQuery.queryKey }),
        client.invalidateQueries({ queryKey: nounKey(schoolId, 'notifications'), refetchType: 'none' }),
      ]),
  })
  return mutate
}
