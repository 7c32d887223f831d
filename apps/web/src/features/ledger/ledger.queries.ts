import { type Bank, ledger } from '@escola/contract/ledger.contract'
import type { BodyOf } from '@escola/contract/route'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { makeOnce } from '../../api/make-once.ts'
import { contextQuery, useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'
import { withProof } from '../../ui/proof.ts'
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
      queryFn: ({ signal }) =>
        api(ledger.statement, { params: { schoolId }, query: { page, ...(month && { month }) }, signal }),
      placeholderData: keepPreviousData,
    }),
}

/** Keeps the bank that a change answers, which the header shows on every page. */
function useKeepBank() {
  const client = useQueryClient()
  const refresh = useRefresh('ledger')
  return ({ bank }: { bank: Bank }) => {
    client.setQueryData(contextQuery.queryKey, (context) => context && { ...context, bank })
    return refresh()
  }
}

export function useSwapPoints() {
  const schoolId = useSchool().id
  const onSuccess = useKeepBank()
  return useMutation({
    mutationFn: (body: BodyOf<typeof ledger.swapPoints>) =>
      makeOnce(`swap of ${body.pointsToRemove} points of ${schoolId}`, (idempotencyKey) =>
        api(ledger.swapPoints, { params: { schoolId }, body, idempotencyKey }),
      ),
    onSuccess,
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
