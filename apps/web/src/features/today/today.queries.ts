import { imports } from '@escola/contract/imports.contract'
import { type ReleaseNoticeKind, releaseNotices } from '@escola/contract/release-notices.contract'
import { students } from '@escola/contract/students.contract'
import { type Period, today, todayLimits } from '@escola/contract/today.contract'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

export const todayQueries = {
  get: (schoolId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'today')],
      queryFn: ({ signal }) => api(today.get, { params: { schoolId }, signal }),
    }),
}

const usualPeriod: Period = 30
/** The period that an address asks for. */
export const periodOf = (asked: unknown): Period =>
  todayLimits.periods.find((days) => days === Number(asked)) ?? usualPeriod
/** Search of the address that shows a period. */
export const searchOf = (period: Period) => ({ days: period === usualPeriod ? undefined : period })

export function useSettleImport(id: string) {
  const schoolId = useSchool().id
  const refresh = useRefresh('today')
  return useMutation({
    mutationFn: () => api(imports.settle, { params: { schoolId, id } }),
    onSuccess: refresh,
  })
}

export function useConfirmEmail(link: string) {
  const schoolId = useSchool().id
  const refresh = useRefresh('today')
  return useMutation({
    mutationFn: (email: string) => api(students.confirmEmail, { params: { schoolId, link }, body: { email } }),
    onSuccess: refresh,
  })
}

export function useReadReleaseNotice(kind: ReleaseNoticeKind) {
  const schoolId = useSchool().id
  const refresh = useRefresh('today')
  return useMutation({
    mutationFn: () => api(releaseNotices.read, { params: { schoolId }, body: { kind } }),
    onSuccess: refresh,
  })
}
