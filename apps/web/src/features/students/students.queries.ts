import type { StudentSort } from '@escola/contract/sorts'
import { students } from '@escola/contract/students.contract'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useRefreshSchool, useSchool } from '../../session/context.ts'

const drawingMs = 2000

export const studentQueries = {
  list: (schoolId: string, query: { page: number; search: string; sort: StudentSort }) =>
    queryOptions({
      queryKey: ['school', schoolId, 'students', 'list', query],
      queryFn: ({ signal }) => api(students.list, { params: { schoolId }, query, signal }),
      placeholderData: keepPreviousData,
    }),
  one: (schoolId: string, link: string) =>
    queryOptions({
      queryKey: ['school', schoolId, 'students', 'one', link],
      queryFn: ({ signal }) => api(students.get, { params: { schoolId, link }, signal }),
      // A certificate that is being drawn is ready in moments.
      refetchInterval: ({ state }) =>
        state.data?.degrees.some(({ certificate }) => certificate?.status === 'queued') ? drawingMs : false,
    }),
}

export function useResendLink() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (email: string) => api(students.resendLink, { params: { schoolId }, body: { email, type: 'email' } }),
  })
}

export function useReissueCertificate(userId: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (degreeId: string) =>
      api(students.reissueCertificate, { params: { schoolId, userId }, body: { degreeId } }),
    onSuccess: useRefreshSchool(),
  })
}

export function useRemoveFromCohort(userId: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (classId: string) => api(students.removeFromCohort, { params: { schoolId, userId, classId } }),
    onSuccess: useRefreshSchool(),
  })
}
