import { calendars } from '@escola/contract/calendars.contract'
import { courses } from '@escola/contract/courses.contract'
import type { BodyOf } from '@escola/contract/route'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

const all = (schoolId: string) => nounKey(schoolId, 'calendars')
/** A dialog asks for its data each time it opens, because another administrator may have changed it. */
const anew = { staleTime: 0, gcTime: 0 }

export const calendarQueries = {
  list: (schoolId: string, id: string) =>
    queryOptions({
      queryKey: [...all(schoolId), 'list', id],
      queryFn: ({ signal }) => api(calendars.list, { params: { schoolId, id }, signal }),
    }),
  /** Audience of a course, whatever the class. */
  audience: (schoolId: string, link: string) =>
    queryOptions({
      queryKey: [...all(schoolId), 'audience', link],
      queryFn: ({ signal }) => api(courses.cohorts, { params: { schoolId, link }, signal }),
      ...anew,
    }),
  one: (schoolId: string, id: string, degreeId: string) =>
    queryOptions({
      queryKey: [...all(schoolId), 'one', id, degreeId],
      queryFn: ({ signal }) => api(calendars.get, { params: { schoolId, id, degreeId }, signal }),
      ...anew,
    }),
  ofStudent: (schoolId: string, userId: string, degreeId: string) =>
    queryOptions({
      queryKey: [...all(schoolId), 'student', userId, degreeId],
      queryFn: ({ signal }) => api(calendars.ofStudent, { params: { schoolId, userId, degreeId }, signal }),
      ...anew,
    }),
}

type Modules = BodyOf<typeof calendars.save>['modules']
/** Opening that is asked for; without a module, the whole course. */
export type Wanted = Omit<BodyOf<typeof calendars.openForCohort>, 'degreeId'>

export function useSaveCalendar(id: string, degreeId: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (modules: Modules) => api(calendars.save, { params: { schoolId, id, degreeId }, body: { modules } }),
    onSuccess: useRefresh('calendars', 'learning'),
  })
}

export function useOpenForCohort(id: string, degreeId: string) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const refresh = useRefresh('calendars', 'learning')
  return useMutation({
    mutationFn: (wanted: Wanted) =>
      api(calendars.openForCohort, { params: { schoolId, id }, body: { degreeId, ...wanted } }),
    onSuccess: (answer) => {
      client.setQueryData(calendarQueries.one(schoolId, id, degreeId).queryKey, answer)
      void refresh()
    },
  })
}

export function useOpenForStudent(userId: string, degreeId: string) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const refresh = useRefresh('learning')
  return useMutation({
    mutationFn: (wanted: Wanted) =>
      api(calendars.openForStudent, { params: { schoolId, userId }, body: { degreeId, ...wanted } }),
    onSuccess: (answer) => {
      client.setQueryData(calendarQueries.ofStudent(schoolId, userId, degreeId).queryKey, answer)
      void refresh()
    },
  })
}

export function useMakePrivate() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (link: string) => api(courses.makePrivate, { params: { schoolId, link } }),
    onSuccess: useRefresh('calendars', 'courses', 'cohorts', 'learning'),
  })
}
