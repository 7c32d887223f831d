import { platform } from '@escola/contract/platform.contract'
import { schools } from '@escola/contract/schools.contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { nounKey } from '../../ui/nouns.ts'
import type { SchoolListQuery } from './school-list-query.ts'

export const platformQueries = {
  /** Key of lists that belong to the user, and to no school. */
  schools: () => ['schools'] as const,
  schoolList: (query: SchoolListQuery) =>
    queryOptions({
      queryKey: [...platformQueries.schools(), query],
      queryFn: ({ signal }) => api(platform.schools, { query, signal }),
    }),
  accessLog: (schoolId: string, page: number) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'platform'), 'accesses', page],
      queryFn: ({ signal }) => api(platform.auditLog, { params: { schoolId }, query: { page }, signal }),
    }),
}

export function useSetBlocked() {
  const client = useQueryClient()
  /** @param blocked_reason reason of a block; without it the school is opened */
  return async (schoolId: string, blocked_reason?: string) => {
    const body = blocked_reason === undefined ? { is_blocked: false } : { is_blocked: true, blocked_reason }
    await api(schools.update, { params: { schoolId }, body })
    await client.invalidateQueries({ queryKey: platformQueries.schools() })
  }
}
