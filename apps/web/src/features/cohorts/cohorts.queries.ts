import { cohorts } from '@escola/contract/cohorts.contract'
import type { BodyOf } from '@escola/contract/route'
import { students } from '@escola/contract/students.contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'

export const cohortQueries = {
  all: (schoolId: string) => ['school', schoolId, 'cohorts'] as const,
  list: (schoolId: string) =>
    queryOptions({
      queryKey: [...cohortQueries.all(schoolId), 'list'],
      queryFn: ({ signal }) => api(cohorts.list, { params: { schoolId }, signal }),
    }),
  pages: (schoolId: string, id: string) => [...cohortQueries.all(schoolId), 'one', id] as const,
  one: (schoolId: string, id: string, page: number) =>
    queryOptions({
      queryKey: [...cohortQueries.pages(schoolId, id), page],
      queryFn: ({ signal }) => api(cohorts.get, { params: { schoolId, id }, query: { page }, signal }),
      placeholderData: keepPreviousData,
    }),
}

/** What changes a class changes lists and students too: everything of the school is fresh again afterwards. */
function useRefresh() {
  const { id } = useSchool()
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['school', id] })
}

export function useCreateCohort() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: () => api(cohorts.create, { params: { schoolId }, body: {} }),
    onSuccess: useRefresh(),
  })
}

export function useUpdateCohort(id: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: BodyOf<typeof cohorts.update>) => api(cohorts.update, { params: { schoolId, id }, body }),
    onSuccess: useRefresh(),
  })
}

export function useRemoveCohort(id: string) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api(cohorts.remove, { params: { schoolId, id } }),
    // The deleted class itself is not asked for again.
    onSuccess: () => client.invalidateQueries({ queryKey: cohortQueries.list(schoolId).queryKey }),
  })
}

export function useAddStudent(id: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: BodyOf<typeof cohorts.addStudent>) =>
      api(cohorts.addStudent, { params: { schoolId, id }, body }),
    onSuccess: useRefresh(),
  })
}

export function useRemoveStudent(classId: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (userId: string) => api(students.removeFromCohort, { params: { schoolId, userId, classId } }),
    onSuccess: useRefresh(),
  })
}
