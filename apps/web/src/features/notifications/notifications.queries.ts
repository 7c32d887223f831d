import { notifications } from '@escola/contract/notifications.contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { contextQuery, useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'

export const notificationQueries = {
  list: (schoolId: string, page: number) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'notifications'), page],
      queryFn: ({ signal }) => api(notifications.list, { params: { schoolId }, query: { page }, signal }),
    }),
}

/** Marks notifications as read: those on the screen stay marked as new until the next visit, and the bell is updated at once. */
export function useReadNotifications() {
  const schoolId = useSchool().id
  const client = useQueryClient()
  return useMutation({
    mutationFn: (utc_until: string) => api(notifications.read, { params: { schoolId }, body: { utc_until } }),
    onSuccess: () => {
      client.setQueryData(contextQuery.queryKey, (context) => context && { ...context, notifications: { unread: 0 } })
      return client.invalidateQueries({ queryKey: nounKey(schoolId, 'notifications'), refetchType: 'none' })
    },
  })
}
