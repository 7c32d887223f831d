import { payments } from '@escola/contract/payments.contract'
import type { BodyOf, ResponseOf } from '@escola/contract/route'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { makeOnce } from '../../api/make-once.ts'
import { useSchool } from '../../session/context.ts'
import { withProof } from '../../ui/account/proof.ts'
import { useKeepBank } from '../../ui/money/use-keep-bank.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

type Paid = ResponseOf<typeof payments.payment>

export interface PaymentsQuery {
  page: number
  /** Id of a payment whose page is shown. */
  pagamento?: string | undefined
}

const isUnknown = (error: unknown) => error instanceof ApiError && error.isUnknownAddress

export const paymentQueries = {
  all: (schoolId: string) => nounKey(schoolId, 'payments'),
  methods: (schoolId: string) =>
    queryOptions({
      queryKey: [...paymentQueries.all(schoolId), 'methods'],
      queryFn: ({ signal }) => api(payments.methods, { params: { schoolId }, signal }),
    }),
  /** A payment, or null when the server has none of this id: a call may never have arrived. */
  payment: (schoolId: string, paymentId: string) =>
    queryOptions({
      queryKey: [...paymentQueries.all(schoolId), 'payment', paymentId],
      queryFn: async ({ signal }): Promise<Paid | null> => {
        try {
          return await api(payments.payment, { params: { schoolId, paymentId }, signal })
        } catch (error) {
          if (isUnknown(error)) return null
          throw error
        }
      },
      staleTime: 0,
    }),
  list: (schoolId: string, { page, pagamento }: PaymentsQuery) =>
    queryOptions({
      queryKey: [...paymentQueries.all(schoolId), 'list', page, pagamento],
      queryFn: ({ signal }) =>
        api(payments.list, {
          params: { schoolId },
          query: { page, ...(pagamento && { payment: pagamento }) },
          signal,
        }),
      placeholderData: keepPreviousData,
    }),
}

/** Keeps a payment that an answer brought; the page that shows it keeps what it changed of balance and plan. */
function useKeepPayment() {
  const schoolId = useSchool().id
  const client = useQueryClient()
  return (paid: Paid) => void client.setQueryData(paymentQueries.payment(schoolId, paid.payment.id).queryKey, paid)
}

export function usePay() {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const onSuccess = useKeepPayment()
  return useMutation({
    mutationFn: (body: BodyOf<typeof payments.pay>) =>
      withProof(() => api(payments.pay, { params: { schoolId }, body })),
    onSuccess,
    // A payment may have kept a card, and part 2 §4 has the cards loaded again after one that failed.
    onSettled: () => client.invalidateQueries({ queryKey: paymentQueries.methods(schoolId).queryKey }),
  })
}

export function useCancelPayment() {
  const schoolId = useSchool().id
  const onSuccess = useKeepPayment()
  return useMutation({
    mutationFn: (paymentId: string) => api(payments.cancelPayment, { params: { schoolId, paymentId } }),
    onSuccess,
  })
}

/** Keeps the list of cards that a change answers. */
function useKeepMethods() {
  const schoolId = useSchool().id
  const client = useQueryClient()
  return ({ paymentMethods }: Pick<ResponseOf<typeof payments.methods>, 'paymentMethods'>) =>
    void client.setQueryData(
      paymentQueries.methods(schoolId).queryKey,
      (methods) => methods && { ...methods, paymentMethods },
    )
}

export function useRemoveCard() {
  const schoolId = useSchool().id
  const onSuccess = useKeepMethods()
  return useMutation({
    mutationFn: (body: BodyOf<typeof payments.removeMethod>) =>
      api(payments.removeMethod, { params: { schoolId }, body }),
    onSuccess,
  })
}

/** Begins to keep a card without a payment: the browser confirms the secret with the provider. */
export function useStartCard() {
  const schoolId = useSchool().id
  return useMutation({ mutationFn: () => api(payments.startCard, { params: { schoolId } }) })
}

export function useSaveCard() {
  const schoolId = useSchool().id
  const onSuccess = useKeepMethods()
  return useMutation({
    mutationFn: (setupIntent: string) => api(payments.saveCard, { params: { schoolId }, body: { setupIntent } }),
    onSuccess,
  })
}

export function useRefund() {
  const schoolId = useSchool().id
  const keepBank = useKeepBank()
  const refresh = useRefresh('payments')
  return useMutation({
    mutationFn: (body: BodyOf<typeof payments.refund>) =>
      makeOnce(`refund of ${schoolId} ${JSON.stringify(body)}`, (idempotencyKey) =>
        withProof(() => api(payments.refund, { params: { schoolId }, body, idempotencyKey })),
      ),
    onSuccess: (refunded) => Promise.all([keepBank(refunded), refresh()]),
  })
}
