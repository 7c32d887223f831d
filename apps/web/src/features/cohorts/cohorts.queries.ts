import { cohorts } from '@escola/contract/cohorts.contract'
import type { BodyOf, QueryOf, ResponseOf } from '@escola/contract/route'
import { students } from '@escola/contract/students.contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { makeOnce } from '../../api/make-once.ts'
import { useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

export type CohortQuery = Required<NonNullable<QueryOf<typeof cohorts.get>>>

export const cohortQueries = {
  all: (schoolId: string) => nounKey(schoolId, 'cohorts'),
  list: (schoolId: string) =>
    queryOptions({
      queryKey: [...cohortQueries.all(schoolId), 'list'],
      queryFn: ({ signal }) => api(cohorts.list, { params: { schoolId }, signal }),
    }),
  pages: (schoolId: string, id: string) => [...cohortQueries.all(schoolId), 'one', id] as const,
  one: (schoolId: string, id: string, query: CohortQuery) =>
    queryOptions({
      queryKey: [...cohortQueries.pages(schoolId, id), query],
      queryFn: ({ signal }) => api(cohorts.get, { params: { schoolId, id }, query, signal }),
    }),
}

export function useCreateCohort() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: () =>
      makeOnce(`cohort of ${schoolId}`, (idempotencyKey) =>
        api(cohorts.create, { params: { schoolId }, body: {}, idempotencyKey }),
      ),
    onSuccess: useRefresh('cohorts', 'context'),
  })
}

/** What a save answered is the newest state of the class; what else shows it is asked for when it is next shown. */
export function useUpdateCohort(id: string) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const refresh = useRefresh('students', 'learning', 'calendars')
  return useMutation({
    mutationFn: (body: BodyOf<typeof cohorts.update>) => api(cohorts.update, { params: { schoolId, id }, body }),
    onSuccess: ({ gateway }) => {
      const queryKey = cohortQueries.pages(schoolId, id)
      client.setQueriesData<ResponseOf<typeof cohorts.get>>({ queryKey }, (page) => page && { ...page, gateway })
      void client.invalidateQueries({ queryKey: cohortQueries.all(schoolId), refetchType: 'none' })
      return refresh()
    },
  })
}

export function useRemoveCohort(id: string) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const refresh = useRefresh('students', 'learning', 'context')
  return useMutation({
    mutationFn: () => api(cohorts.remove, { params: { schoolId, id } }),
    onSuccess: () => {
      client.setQueryData(
        cohortQueries.list(schoolId).queryKey,
        (known) => known && { gatewayList: known.gatewayList.filter((cohort) => cohort.id !== id) },
      )
      // Not the deleted class, which is still on the screen.
      void client.invalidateQueries({ queryKey: cohortQueries.all(schoolId), refetchType: 'none' })
      return refresh()
    },
  })
}

export function useAddStudent(id: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: BodyOf<typeof cohorts.addStudent>) =>
      makeOnce(`student ${body.email} of ${schoolId}/${id}`, (idempotencyKey) =>
        api(cohorts.addStudent, { params: { schoolId, id }, body, idempotencyKey }),
      ),
    onSuccess: useRefresh('cohorts', 'students', 'learning', 'context'),
  })
}

export function useRemoveStudent(classId: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (userId: string) => api(students.removeFromCohort, { params: { schoolId, userId, classId } }),
    onSuccess: useRefresh('cohorts', 'students', 'learning'),
  })
}
