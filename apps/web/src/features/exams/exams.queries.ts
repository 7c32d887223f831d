import type { DrawFilter } from '@escola/contract/exam-plan'
import { examQuestions } from '@escola/contract/exam-questions.contract'
import { exams } from '@escola/contract/exams.contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { courseChoicesQuery } from '../../ui/courses/course-choices.query.ts'
import { nounKey } from '../../ui/nouns.ts'
import { questionTagsQuery } from '../../ui/question-text/question-tags.query.ts'

export const examQueries = {
  one: (schoolId: string, lessonId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'exams'), lessonId],
      queryFn: async ({ signal }) => (await api(exams.get, { params: { schoolId, lessonId }, signal })).exam,
    }),
  /** A page of the bank's questions that are in use. */
  questions: (schoolId: string, query: DrawFilter & { search: string; page: number }) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'examQuestions'), 'list', query],
      queryFn: async ({ signal }) =>
        (await api(examQuestions.list, { params: { schoolId }, query, signal })).exam_questions,
      placeholderData: keepPreviousData,
    }),
  tags: questionTagsQuery,
  courses: courseChoicesQuery,
}
