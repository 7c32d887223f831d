import { examQuestions } from '@escola/contract/exam-questions.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { nounKey } from '../nouns.ts'

/** Tags of the bank's questions, the most used first. */
export const questionTagsQuery = (schoolId: string) =>
  queryOptions({
    queryKey: [...nounKey(schoolId, 'examQuestions'), 'tags'],
    queryFn: async ({ signal }) => (await api(examQuestions.tags, { params: { schoolId }, signal })).tags,
  })
