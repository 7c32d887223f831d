import { examCorrections, type QuestionCorrections } from '@escola/contract/exam-corrections.contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { isNewRecord } from '../../ui/editor/new-record.ts'
import { nounKey } from '../../ui/nouns.ts'
import { pollWhile } from '../../ui/poll-while.ts'

export const isRunning = (corrections: QuestionCorrections | undefined): boolean =>
  corrections?.regrading?.utc_ended_on === null

export const examCorrectionQueries = {
  /** Corrections of a question in the bank. */
  one: (schoolId: string, id: string) =>
    queryOptions({
      // Saving the question refreshes its noun, and this with it.
      queryKey: [...nounKey(schoolId, 'examQuestions'), 'corrections', id],
      queryFn: async ({ signal }) => (await api(examCorrections.get, { params: { schoolId, id }, signal })).corrections,
      enabled: !isNewRecord({ link: id }),
      refetchInterval: ({ state }) => pollWhile(isRunning(state.data)),
    }),
}

type Outdated = Pick<QuestionCorrections, 'answer' | 'last'> & { version: number }

export function useCorrections(id: string) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const params = { schoolId, id }
  // The response is shown directly: by the next request a short run would be over, and its end never seen.
  const onSuccess = ({ corrections }: { corrections: QuestionCorrections }) =>
    void client.setQueryData(examCorrectionQueries.one(schoolId, id).queryKey, corrections)
  const start = useMutation({
    mutationFn: (body: Outdated) => api(examCorrections.start, { params, body }),
    onSuccess,
  })
  const undo = useMutation({
    mutationFn: (correctionId: string) => api(examCorrections.undo, { params: { ...params, correctionId } }),
    onSuccess,
  })
  const resume = useMutation({ mutationFn: () => api(examCorrections.resume, { params }), onSuccess })
  const preview = async ({ version, answer }: Outdated) =>
    (await api(examCorrections.preview, { params, body: { version, answer } })).effect
  return { preview, start: start.mutateAsync, undo: undo.mutateAsync, resume: resume.mutateAsync }
}
