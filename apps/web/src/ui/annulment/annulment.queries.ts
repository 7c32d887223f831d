import type { Correction } from '@escola/contract/exam-corrections'
import { examCorrections } from '@escola/contract/exam-corrections.contract'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { nounKey } from '../nouns.ts'
import { useRefresh } from '../use-refresh.ts'

type Asked = { version: number; answer: Correction }

/** Effect of an annulment that isn't made yet. */
export const annulmentPreview = (schoolId: string, id: string, body: Asked) =>
  queryOptions({
    queryKey: [...nounKey(schoolId, 'examResults'), 'annulment', id, body],
    queryFn: async ({ signal }) =>
      (await api(examCorrections.preview, { params: { schoolId, id }, body, signal })).effect,
  })

/** Annuls a question over the newest correction that there is. The marks follow in the background. */
export function useAnnul(id: string) {
  const schoolId = useSchool().id
  const refresh = useRefresh('examQuestions', 'examResults', 'students', 'learning')
  const params = { schoolId, id }
  return useMutation({
    mutationFn: async (asked: Asked) => {
      const { last } = (await api(examCorrections.get, { params })).corrections
      return api(examCorrections.start, { params, body: { ...asked, last } })
    },
    onSuccess: refresh,
  })
}
