import type { BodyOf } from '@escola/contract/route'
import { salesAccounts } from '@escola/contract/sales-accounts.contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { withProof } from '../../ui/account/proof.ts'
import { salesAccountQueries } from '../../ui/sales-platforms/sales-platforms.queries.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

/** Makes one account of a code, however often it is sent. */
export function useCreateAccount() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: BodyOf<typeof salesAccounts.create>) =>
      withProof(() => api(salesAccounts.create, { params: { schoolId }, body })),
    onSuccess: useRefresh('salesAccounts'),
  })
}

export function useUpdateAccount() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: ({ id, ...body }: BodyOf<typeof salesAccounts.update> & { id: string }) =>
      withProof(() => api(salesAccounts.update, { params: { schoolId, id }, body })),
    onSuccess: useRefresh('salesAccounts', 'cohorts'),
  })
}

/** Asks the server again what a change to an account would affect. */
export function useAccountForecast(id: string) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  return () => client.fetchQuery(salesAccountQueries.forecast(schoolId, id))
}

export function useSetSelling(id: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (sells: boolean) =>
      withProof(() => api(salesAccounts.setSelling, { params: { schoolId, id }, body: { sells } })),
    onSuccess: useRefresh('salesAccounts', 'cohorts', 'sales'),
  })
}

export function useRemoveAccount() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (id: string) => withProof(() => api(salesAccounts.remove, { params: { schoolId, id } })),
    onSuccess: useRefresh('salesAccounts', 'cohorts'),
  })
}
