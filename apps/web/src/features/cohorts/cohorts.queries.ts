import { cohorts } from '@escola/contract/cohorts.contract'
import type { BodyOf } from '@escola/contract/route'
import type { StudentSort } from '@escola/contract/sorts'
import { students } from '@escola/contract/students.contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { contextQuery, useRefreshSchool, useSchool } from '../../session/context.ts'

export const cohortQueries = {
  all: (schoolId: string) => ['school', schoolId, 'cohorts'] as const,
  list: (schoolId: string) =>
    queryOptions({
      queryKey: [...cohortQueries.all(schoolId), 'list'],
      queryFn: ({ signal }) => api(cohorts.list, { params: { schoolId }, signal }),
    }),
  pages: (schoolId: string, id: string) => [...cohortQueries.all(schoolId), 'one', id] as const,
  one: (schoolId: string, id: string, query: { page: number; sort: StudentSort }) =>
    queryOptions({
      queryKey: [...cohortQueries.pages(schoolId, id), query],
      queryFn: ({ signal }) => api(cohorts.get, { params: { schoolId, id }, query, signal }),
      placeholderData: keepPreviousData,
    }),
}

export function useCreateCohort() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: () => api(cohorts.create, { params: { schoolId }, body: {} }),
    onSuccess: useRefreshSchool(),
  })
}

export function useUpdateCohort(id: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: BodyOf<typeof cohorts.update>) => api(cohorts.update, { params: { schoolId, id }, body }),
    onSuccess: useRefreshSchool(),
  })
}

export function useRemoveCohort(id: string) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api(cohorts.remove, { params: { schoolId, id } }),
    // Lists are asked for when they are next shown; the deleted class, which is still on the screen, never again.
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['school', schoolId], refetchType: 'none' }),
        client.invalidateQueries(contextQuery),
      ]),
  })
}

export function useAddStudent(id: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: BodyOf<typeof cohorts.addStudent>) =>
      api(cohorts.addStudent, { params: { schoolId, id }, body }),
    onSuccess: useRefreshSchool(),
  })
}

export function useRemoveStudent(classId: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (userId: string) => api(students.removeFromCohort, { params: { schoolId, userId, classId } }),
    onSuccess: useRefreshSchool(),
  })
}
