import { type AnswerPlace, examOpenAnswers, type OpenAnswerFilter } from '@escola/contract/exam-open-answers.contract'
import type { BodyOf } from '@escola/contract/route'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

export interface OpenAnswerQuery extends OpenAnswerFilter {
  page: number
}

export const openAnswerQueries = {
  list: (schoolId: string, query: OpenAnswerQuery) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'examOpenAnswers'), 'list', query],
      queryFn: ({ signal }) => api(examOpenAnswers.list, { params: { schoolId }, query, signal }),
    }),
  one: (schoolId: string, { attempt_id: attemptId, number }: AnswerPlace, query: OpenAnswerFilter) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'examOpenAnswers'), 'one', attemptId, number, query],
      queryFn: ({ signal }) => api(examOpenAnswers.get, { params: { schoolId, attemptId, number }, query, signal }),
      // The form must not change under the fingers because the window got the focus back.
      refetchOnWindowFocus: false,
    }),
}

/** Gives an open answer its points. The student's mark, their page and the counts that wait follow. */
export function useCorrectAnswer({ attempt_id: attemptId, number }: AnswerPlace, query: OpenAnswerFilter) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const refresh = useRefresh('examOpenAnswers', 'examResults', 'students', 'context')
  return useMutation({
    mutationFn: (body: BodyOf<typeof examOpenAnswers.correct>) =>
      api(examOpenAnswers.correct, { params: { schoolId, attemptId, number }, query, body }),
    onSuccess: (opened) => {
      const { queryKey } = openAnswerQueries.one(schoolId, { attempt_id: attemptId, number }, query)
      client.setQueryData(queryKey, opened)
      void refresh()
    },
  })
}
