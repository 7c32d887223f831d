import { certificates } from '@escola/contract/certificates.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { nounKey } from '../../ui/nouns.ts'

export const certificateQueries = {
  mine: (schoolId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'certificates'), 'mine'] as const,
      queryFn: ({ signal }) => api(certificates.mine, { params: { schoolId }, signal }),
      // Certificates are drawn in the background.
      refetchInterval: ({ state }) =>
        state.data?.certificates.some((each) => each.status === 'queued') ? 2000 : false,
    }),
  verification: (schoolId: string, code: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'certificates'), 'verification', code] as const,
      queryFn: ({ signal }) => api(certificates.verify, { params: { schoolId, code }, signal }),
      refetchInterval: ({ state }) => (state.data?.is_queued ? 3000 : false),
    }),
}
