import { certificateIssues } from '@escola/contract/certificate-issues.contract'
import { certificateReissues, type IssuedState, issuedStates } from '@escola/contract/certificate-reissues.contract'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

export interface IssuedQuery {
  templateId: string
  page: number
  state?: IssuedState | undefined
  search?: string | undefined
}

/** The state that an address asks for. */
export const issuedStateOf = (value: unknown) => issuedStates.find((each) => each === value)

/** Delay until certificates that are on their way are asked for again. */
const waitingMs = 2000

export const issuedQueries = {
  list: (schoolId: string, { templateId, ...query }: IssuedQuery) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'certificates'), 'issued', templateId, query] as const,
      queryFn: ({ signal }) => api(certificateReissues.list, { params: { schoolId, id: templateId }, query, signal }),
      refetchInterval: ({ state: { data } }) =>
        data && (isRunning(data.reissue) || data.certificates.list.some(({ status }) => status === 'queued'))
          ? waitingMs
          : false,
    }),
}

/** Whether certificates of a re-issue are still to be issued or drawn. */
export const isRunning = (reissue: { utc_ended_on: string | null; reissued: number; queued: number } | null): boolean =>
  reissue !== null && (reissue.utc_ended_on === null || (reissue.reissued > 0 && reissue.queued > 0))

export const countReissue = (schoolId: string, templateId: string) =>
  api(certificateReissues.count, { params: { schoolId, id: templateId } })

export function useReissueAll(templateId: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: () => api(certificateReissues.start, { params: { schoolId, id: templateId } }),
    onSuccess: useRefresh('certificates', 'students'),
  })
}

export function useReissue() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (id: string) => api(certificateIssues.reissue, { params: { schoolId, id } }),
    onSuccess: useRefresh('certificates', 'students'),
  })
}
