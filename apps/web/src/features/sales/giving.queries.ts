import { type GivenPurchase, purchases } from '@escola/contract/purchases.contract'
import { students } from '@escola/contract/students.contract'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

/** Students who are offered for one search; a longer name or an e-mail finds the others. */
const offered = 6

export const targetQueries = {
  found: (schoolId: string, search: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'students'), 'target', search],
      queryFn: async ({ signal }) =>
        (await api(students.list, { params: { schoolId }, query: { search }, signal })).students.list.slice(0, offered),
    }),
}

export function useForecast() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: GivenPurchase) => api(purchases.forecast, { params: { schoolId }, body }),
    gcTime: 0,
  })
}

export function useGiving() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: GivenPurchase) => api(purchases.give, { params: { schoolId }, body }),
    onSuccess: useRefresh('sales', 'students', 'cohorts', 'today', 'context'),
  })
}
