import type { ExamException } from '@escola/contract/exam-exceptions'
import { examExceptions } from '@escola/contract/exam-exceptions.contract'
import { type AttemptReview, examResults, type ResultState } from '@escola/contract/exam-results.contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

export interface ResultQuery {
  page: number
  search: string
  state: '' | ResultState
}

export const examResultQueries = {
  overview: (schoolId: string, lessonId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'examResults'), 'overview', lessonId],
      queryFn: async ({ signal }) =>
        (await api(examResults.overview, { params: { schoolId, lessonId }, signal })).overview,
    }),
  students: (schoolId: string, lessonId: string, query: ResultQuery) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'examResults'), 'students', lessonId, query],
      queryFn: async ({ signal }) =>
        (await api(examResults.students, { params: { schoolId, lessonId }, query, signal })).students,
    }),
  questions: (schoolId: string, lessonId: string, page: number) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'examResults'), 'questions', lessonId, page],
      queryFn: async ({ signal }) =>
        (await api(examResults.questions, { params: { schoolId, lessonId }, query: { page }, signal })).questions,
    }),
  attempt: (schoolId: string, attemptId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'examResults'), 'attempt', attemptId],
      queryFn: async ({ signal }) =>
        (await api(examResults.attempt, { params: { schoolId, attemptId }, signal })).review,
    }),
  ofStudent: (schoolId: string, link: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'examResults'), 'student', link],
      queryFn: async ({ signal }) => (await api(examResults.ofStudent, { params: { schoolId, link }, signal })).exams,
    }),
  ofCohort: (schoolId: string, id: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'examResults'), 'class', id],
      queryFn: async ({ signal }) => (await api(examResults.ofCohort, { params: { schoolId, id }, signal })).exams,
    }),
}

/** Gives a student an exception, changes it, or takes it back. The timeline of students shows it. */
export function useExceptionChanges(lessonId: string, userId: string) {
  const schoolId = useSchool().id
  const refresh = useRefresh('examResults', 'students')
  const params = { schoolId, lessonId, userId }
  const save = useMutation({
    mutationFn: (body: ExamException) => api(examExceptions.save, { params, body }),
    onSuccess: refresh,
  })
  const remove = useMutation({ mutationFn: () => api(examExceptions.remove, { params }), onSuccess: refresh })
  return { save, remove: remove.mutateAsync }
}

/** Lets a late answer of an attempt count. */
export function useCountLate({ id }: Pick<AttemptReview, 'id'>) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const refresh = useRefresh('examResults', 'students')
  return useMutation({
    mutationFn: (question: number) =>
      api(examResults.countLate, { params: { schoolId, attemptId: id }, body: { question } }),
    onSuccess: ({ review }) => {
      client.setQueryData(examResultQueries.attempt(schoolId, id).queryKey, review)
      return refresh()
    },
  }).mutateAsync
}
