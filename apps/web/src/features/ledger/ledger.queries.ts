import { charges } from '@escola/contract/charges.contract'
import { ledger } from '@escola/contract/ledger.contract'
import type { BodyOf } from '@escola/contract/route'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { makeOnce } from '../../api/make-once.ts'
import { useSchool } from '../../session/context.ts'
import { withProof } from '../../ui/account/proof.ts'
import { keepBank, useKeepBank } from '../../ui/money/use-keep-bank.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

export interface StatementQuery {
  page: number
  /** '' for all months. */
  month: string
}

export const ledgerQueries = {
  statement: (schoolId: string, { page, month }: StatementQuery) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'ledger'), 'statement', { page, month }],
      queryFn: async ({ signal, client }) => {
        const query = { page, ...(month && { month }) }
        const answer = await api(ledger.statement, { params: { schoolId }, query, signal })
        keepBank(client, answer)
        return answer
      },
      placeholderData: keepPreviousData,
    }),
  charged: (schoolId: string, { id, page }: { id: string; page: number }) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'ledger'), 'charged', { id, page }],
      queryFn: ({ signal }) => api(charges.students, { params: { schoolId, id }, query: { page }, signal }),
      placeholderData: keepPreviousData,
    }),
  monthStudents: (schoolId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'ledger'), 'month-students'],
      queryFn: ({ signal }) => api(charges.month, { params: { schoolId }, signal }),
    }),
  /** @param month '' for the last one that has sums */
  totals: (month: string) =>
    queryOptions({
      queryKey: ['totals', month],
      queryFn: ({ signal }) => api(ledger.totals, { query: month ? { month } : {}, signal }),
    }),
}

export function useSwapPoints() {
  const schoolId = useSchool().id
  const onSuccess = useKeepBank()
  const refresh = useRefresh('ledger', 'context')
  return useMutation({
    mutationFn: (body: BodyOf<typeof ledger.swapPoints>) =>
      makeOnce(`swap of ${body.pointsToRemove} points of ${schoolId}`, (idempotencyKey) =>
        api(ledger.swapPoints, { params: { schoolId }, body, idempotencyKey }),
      ),
    onSuccess,
    // Another window may have swapped the points that are shown.
    onError: () => void refresh(),
  })
}

export function useAdjustBalance() {
  const schoolId = useSchool().id
  const onSuccess = useKeepBank()
  return useMutation({
    mutationFn: (body: BodyOf<typeof ledger.adjust>) =>
      makeOnce(`adjustment of ${schoolId} ${JSON.stringify(body)}`, (idempotencyKey) =>
        withProof(() => api(ledger.adjust, { params: { schoolId }, body, idempotencyKey })),
      ),
    onSuccess,
  })
}
