import type { BodyOf, QueryOf } from '@escola/contract/route'
import { students } from '@escola/contract/students.contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { makeOnce } from '../../api/make-once.ts'
import { useSchool } from '../../session/context.ts'
import { withProof } from '../../ui/account/proof.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

export type StudentQuery = Required<NonNullable<QueryOf<typeof students.list>>>
const drawingMs = 2000

export const studentQueries = {
  all: (schoolId: string) => nounKey(schoolId, 'students'),
  list: (schoolId: string, query: StudentQuery) =>
    queryOptions({
      queryKey: [...studentQueries.all(schoolId), 'list', query],
      queryFn: ({ signal }) => api(students.list, { params: { schoolId }, query, signal }),
    }),
  nearby: (schoolId: string, search: string) =>
    queryOptions({
      queryKey: [...studentQueries.all(schoolId), 'nearby', search],
      queryFn: ({ signal }) => api(students.nearby, { params: { schoolId }, query: { search }, signal }),
    }),
  one: (schoolId: string, link: string) =>
    queryOptions({
      queryKey: [...studentQueries.all(schoolId), 'one', link],
      queryFn: ({ signal }) => api(students.get, { params: { schoolId, link }, signal }),
      // A certificate that is being drawn is ready in moments, and so is an SMS.
      refetchInterval: ({ state: { data } }) =>
        data?.degrees.some(({ certificate }) => certificate?.status === 'queued') ||
        data?.sms.sent.some(({ state }) => state === 'waiting')
          ? drawingMs
          : false,
    }),
}

export function useResendLink() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (email: string) => api(students.resendLink, { params: { schoolId }, body: { email, type: 'email' } }),
  })
}

export function useCorrectContact(link: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: BodyOf<typeof students.correct>) => api(students.correct, { params: { schoolId, link }, body }),
    onSuccess: useRefresh('students', 'cohorts', 'threads', 'sales', 'today'),
  })
}

export function useSendSms(email: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (cellphone: string) =>
      withProof(() => api(students.resendLink, { params: { schoolId }, body: { email, cellphone, type: 'sms' } })),
    onSuccess: useRefresh('students', 'ledger', 'context'),
  })
}

export function useChangePassword(userId: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (password: string) =>
      withProof(() => api(students.updatePassword, { params: { schoolId, userId }, body: { password } })),
    gcTime: 0,
  })
}

/** The link is the caller's alone: what queries keep lives on after the page is left. */
export function useMakeLink(userId: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: () => withProof(() => api(students.updateToken, { params: { schoolId, userId } })),
    gcTime: 0,
  })
}

export function useReissueCertificate(userId: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (degreeId: string) =>
      api(students.reissueCertificate, { params: { schoolId, userId }, body: { degreeId } }),
    onSuccess: useRefresh('students', 'certificates'),
  })
}

export function useRemoveFromCohort(userId: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (classId: string) => api(students.removeFromCohort, { params: { schoolId, userId, classId } }),
    onSuccess: useRefresh('students', 'cohorts', 'learning', 'today'),
  })
}

/** Adds a student of the school to a class, once for each time that it is asked. */
export function useAddToCohort(userId: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (classId: string) =>
      makeOnce(`student ${userId} of ${schoolId}/${classId}`, (idempotencyKey) =>
        api(students.addToCohort, { params: { schoolId, userId, classId }, idempotencyKey }),
      ),
    onSuccess: useRefresh('students', 'cohorts', 'learning', 'ledger', 'context'),
  })
}

export function useSetTerm(userId: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: ({ classId, until }: { classId: string; until: string | null }) =>
      api(students.setTerm, { params: { schoolId, userId, classId }, body: { until } }),
    onSuccess: useRefresh('students', 'cohorts'),
  })
}

export function useEraseStudent(link: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: () => withProof(() => api(students.erase, { params: { schoolId, link } })),
  })
}

export function useSaveNotes(link: string) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  return useMutation({
    mutationFn: (notes: string) => api(students.updateNotes, { params: { schoolId, link }, body: { notes } }),
    // The typed notes needn't be fetched.
    onSuccess: (_, notes) =>
      client.setQueryData(
        studentQueries.one(schoolId, link).queryKey,
        (cached) => cached && { ...cached, student: { ...cached.student, notes } },
      ),
  })
}
