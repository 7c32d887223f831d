import { merges } from '@escola/contract/merges.contract'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { withProof } from '../../ui/account/proof.ts'
import { useRefresh } from '../../ui/use-refresh.ts'
import { studentQueries } from './students.queries.ts'

export const mergeQueries = {
  preview: (schoolId: string, link: string, email: string) =>
    queryOptions({
      queryKey: [...studentQueries.all(schoolId), 'merge', link, email],
      queryFn: ({ signal }) => api(merges.preview, { params: { schoolId, link }, query: { email }, signal }),
      gcTime: 0,
      retry: false,
    }),
}

/** Asks who has the address already, and what would go there. */
export function useCorrectionPreview(link: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (email: string) => api(merges.previewCorrection, { params: { schoolId, link }, query: { email } }),
  })
}

export function useCorrectEmail(link: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (email: string) =>
      withProof(() => api(merges.correct, { params: { schoolId, link }, body: { email } })),
  })
}

export function useMergeStudent(link: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (email: string) => withProof(() => api(merges.start, { params: { schoolId, link }, body: { email } })),
    onSuccess: useRefreshMerged(),
  })
}

export function useUndoMerge(link: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (id: string) => withProof(() => api(merges.undo, { params: { schoolId, link, id } })),
    onSuccess: useRefreshMerged(),
  })
}

export const useRefreshMerged = () =>
  useRefresh('students', 'cohorts', 'certificates', 'threads', 'karma', 'sales', 'today', 'context')
