import { type ExamQuestion, type ExamQuestionFilter, examQuestions } from '@escola/contract/exam-questions.contract'
import { exams } from '@escola/contract/exams.contract'
import type { BodyOf } from '@escola/contract/route'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { makeOnce } from '../../api/make-once.ts'
import { useSchool } from '../../session/context.ts'
import { courseChoicesQuery } from '../../ui/courses/course-choices.query.ts'
import { isNewRecord } from '../../ui/editor/new-record.ts'
import { nounKey } from '../../ui/nouns.ts'
import { questionTagsQuery } from '../../ui/question-text/question-tags.query.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

export interface ExamQuestionQuery extends ExamQuestionFilter {
  page: number
  search: string
}

export const examQuestionQueries = {
  list: (schoolId: string, query: ExamQuestionQuery) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'examQuestions'), 'list', query],
      queryFn: ({ signal }) => api(examQuestions.list, { params: { schoolId }, query, signal }),
    }),
  tags: questionTagsQuery,
  /** Assessments to choose from, by the lessons that have them. */
  exams: (schoolId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'exams'), 'choices'],
      queryFn: async ({ signal }) => (await api(exams.list, { params: { schoolId }, signal })).exams,
    }),
  /** A question with its key; null for one that is not saved yet. */
  one: (schoolId: string, id: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'examQuestions'), 'one', id],
      queryFn: async ({ signal }): Promise<ExamQuestion | null> =>
        isNewRecord({ link: id })
          ? null
          : (await api(examQuestions.get, { params: { schoolId, id }, signal })).exam_question,
      // The form's values must not change under the fingers because the window got the focus back.
      refetchOnWindowFocus: false,
    }),
  courses: courseChoicesQuery,
}

type Written = BodyOf<typeof examQuestions.create>

/** Saves a question; the first save makes it. */
export function useSaveExamQuestion() {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const refresh = useRefresh('examQuestions')
  return useMutation({
    mutationFn: async ({ id, version, ...body }: Written & { id: string; version: number | undefined }) => {
      const { exam_question } = isNewRecord({ link: id })
        ? await makeOnce(`exam question of ${schoolId}: ${JSON.stringify(body)}`, (idempotencyKey) =>
            api(examQuestions.create, { params: { schoolId }, body, idempotencyKey }),
          )
        : await api(examQuestions.save, { params: { schoolId, id }, body: { ...body, version } })
      return exam_question
    },
    onSuccess: (saved) => {
      client.setQueryData(examQuestionQueries.one(schoolId, saved.id).queryKey, saved)
      return refresh()
    },
  })
}

/** Changes that need no form: a copy, the archive, the end. */
export function useExamQuestionChanges(id: string) {
  const schoolId = useSchool().id
  const refresh = useRefresh('examQuestions')
  const params = { schoolId, id }
  const copy = useMutation({
    mutationFn: () =>
      makeOnce(`copy of exam question ${id} of ${schoolId}`, (idempotencyKey) =>
        api(examQuestions.copy, { params, idempotencyKey }),
      ),
    onSuccess: refresh,
  })
  const archive = useMutation({
    mutationFn: (is_archived: boolean) => api(examQuestions.archive, { params, body: { is_archived } }),
    onSuccess: refresh,
  })
  const remove = useMutation({ mutationFn: () => api(examQuestions.remove, { params }), onSuccess: refresh })
  return { copy: copy.mutateAsync, archive: archive.mutateAsync, remove: remove.mutateAsync }
}
