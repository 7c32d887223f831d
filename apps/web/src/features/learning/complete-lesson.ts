import { learning, type StudentDegree } from '@escola/contract/learning.contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { notifyError } from '../../ui/notify.ts'
import { type DegreeAnswer, learningQueries } from './learning.queries.ts'
import { withCompletion } from './lesson-order.ts'

interface Completion {
  degree: StudentDegree
  contentId: string
  isComplete: boolean
}

/** Marks a lesson complete or not: shown at once, taken back when the server refuses; one at a time. */
export function useCompleteLesson(degreeLink: string) {
  const { id: schoolId } = useSchool()
  const client = useQueryClient()
  const queryKey = learningQueries.degreeKey(schoolId, degreeLink)
  const mutationKey = [...queryKey, 'complete']
  const mutation = useMutation({
    mutationKey,
    mutationFn: ({ degree, contentId, isComplete }: Completion) =>
      api(learning.complete, {
        params: { schoolId },
        body: {
          contentId,
          degreeId: degree.id,
          userDegree: { metadata: { content: { [contentId]: { isComplete } } } },
        },
      }),
    onMutate: async ({ contentId, isComplete }) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueriesData<DegreeAnswer>({ queryKey })
      client.setQueriesData<DegreeAnswer>(
        { queryKey },
        (answer) => answer && withCompletion(answer, contentId, isComplete),
      )
      return before
    },
    onSuccess: ({ userDegree, certificate }) => {
      client.setQueriesData<DegreeAnswer>(
        { queryKey },
        (answer) => answer && { ...answer, degree: { ...answer.degree, progress: userDegree.progress, certificate } },
      )
      void client.invalidateQueries({ queryKey: learningQueries.homeKey(schoolId) })
    },
    onError: (error, _, before) => {
      for (const [key, answer] of before ?? []) client.setQueryData(key, answer)
      notifyError(error)
    },
  })
  return {
    isPending: mutation.isPending,
    /** Without a connection the mark waits on this page and is sent when there is one. */
    isWaiting: mutation.isPaused,
    complete: (completion: Completion) => {
      // Asked of the client, not of this render: a second click may come before the next one.
      if (client.isMutating({ mutationKey }) === 0) mutation.mutate(completion)
    },
  }
}
