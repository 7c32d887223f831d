import type { PlanId } from '@escola/contract/prices'
import type { BodyOf, ResponseOf } from '@escola/contract/route'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQueries } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { makeOnce } from '../../api/make-once.ts'
import { useSchool } from '../../session/context.ts'
import { withProof } from '../../ui/account/proof.ts'
import { keepBank, useKeepBank } from '../../ui/money/use-keep-bank.ts'
import { nounKey } from '../../ui/nouns.ts'

export const subscriptionQueries = {
  all: (schoolId: string) => nounKey(schoolId, 'subscriptions'),
  current: (schoolId: string) =>
    queryOptions({
      queryKey: [...subscriptionQueries.all(schoolId), 'current'],
      queryFn: async ({ signal, client }) => {
        const answer = await api(subscriptions.get, { params: { schoolId }, signal })
        keepBank(client, answer)
        return answer
      },
    }),
  /** Months that schools have not paid, for the platform. */
  graces: (page: number) =>
    queryOptions({
      queryKey: ['graces', page],
      queryFn: ({ signal }) => api(subscriptions.listGraces, { query: { page }, signal }),
    }),
  preview: (schoolId: string, planId: PlanId) =>
    queryOptions({
      queryKey: [...subscriptionQueries.all(schoolId), 'preview', planId],
      queryFn: ({ signal }) => api(subscriptions.preview, { params: { schoolId, planId }, signal }),
    }),
}

/** Sums of a change, which the route's loader has loaded. Once a payment is made there is nothing left to change, and no sums to ask for. */
export function useLoadedPreview(planId: PlanId, isPaying: boolean) {
  const query = subscriptionQueries.preview(useSchool().id, planId)
  // The loader loads no sums for the present plan, and another may have become that since: the page waits for them then.
  useSuspenseQueries({ queries: [query].filter(() => !isPaying) })
  const { data, refetch } = useQuery({ ...query, enabled: !isPaying })
  return { ...data!, refetch: () => refetch({ cancelRefetch: false }) }
}

/** Keeps what a change of the plan answers; the sums of further changes are asked anew. */
function useKeepSubscription() {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const keep = useKeepBank()
  return (changed: ResponseOf<typeof subscriptions.get>) => {
    client.setQueryData(subscriptionQueries.current(schoolId).queryKey, changed)
    void client.invalidateQueries({ queryKey: [...subscriptionQueries.all(schoolId), 'preview'] })
    return keep(changed)
  }
}

export function useCancelSubscription() {
  const schoolId = useSchool().id
  const onSuccess = useKeepSubscription()
  return useMutation({
    mutationFn: () => withProof(() => api(subscriptions.cancel, { params: { schoolId } })),
    onSuccess,
  })
}

export function useKeepPlan() {
  const schoolId = useSchool().id
  const onSuccess = useKeepSubscription()
  return useMutation({
    mutationFn: () => withProof(() => api(subscriptions.keep, { params: { schoolId } })),
    onSuccess,
  })
}

export function useMarkMonthPaid() {
  const schoolId = useSchool().id
  const onSuccess = useKeepSubscription()
  return useMutation({
    mutationFn: (body: BodyOf<typeof subscriptions.markPaid>) =>
      makeOnce(`paid month of ${schoolId} ${JSON.stringify(body)}`, (idempotencyKey) =>
        withProof(() => api(subscriptions.markPaid, { params: { schoolId }, body, idempotencyKey })),
      ),
    onSuccess,
  })
}

export function useSetPlanPix() {
  const schoolId = useSchool().id
  const onSuccess = useKeepSubscription()
  return useMutation({
    mutationFn: () => withProof(() => api(subscriptions.setPix, { params: { schoolId } })),
    onSuccess,
  })
}

export function useSetPlanCard() {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const onSuccess = useKeepSubscription()
  return useMutation({
    mutationFn: (body: BodyOf<typeof subscriptions.setCard>) =>
      withProof(() => api(subscriptions.setCard, { params: { schoolId }, body })),
    onSuccess,
    // A refusal may have come of a renewal that is not open any more.
    onError: () => client.invalidateQueries({ queryKey: subscriptionQueries.all(schoolId) }),
  })
}
