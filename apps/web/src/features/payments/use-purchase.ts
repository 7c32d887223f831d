import { isRenewalKey, type Payment } from '@escola/contract/payments.contract'
import type { PayableItem } from '@escola/contract/prices'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useSchool } from '../../session/context.ts'
import { useKeepBank } from '../../ui/money/use-keep-bank.ts'
import { useRefresh } from '../../ui/use-refresh.ts'
import { endOpenPayment, readOpenPayment, takeOpenPayment } from './open-payment.ts'
import { paymentQueries, useCancelPayment, usePay } from './payments.queries.ts'
import { type Stripe, textOfRefusal } from './stripe-js.ts'

const askEveryMs = 3000

const isOpen = (payment: Payment | undefined) =>
  payment?.status === 'requires_action' || payment?.status === 'processing'
const hasCode = (error: unknown, code: ApiError['code']) => error instanceof ApiError && error.code === code
/** Says whether an answer ends the purchase: after all others the payment may be made yet, and the next try goes on under its id. */
const isFinal = (error: unknown) =>
  (error instanceof ApiError && error.status === 402) ||
  hasCode(error, 'payment_of_other_item') ||
  hasCode(error, 'payment_sum_changed')
/** Says whether the server has refused the call, and does not go on with it. */
const isRefused = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500

/** Says whether the server was away, or the connection to it. */
const isUnanswered = (error: unknown) => error !== null && !isRefused(error)

/** Payment that the bank's own confirmation must follow. */
export const asksBank = ({ status, pix }: Payment) => status === 'requires_action' && !pix

interface Purchase {
  item: PayableItem
  /** Sum that the page shows; nothing greater is paid. */
  cents: number
  /** Id of a payment that the address names. */
  asked: string | undefined
  /** Gives the payment that was made its address. */
  onPaid: (paymentId: string) => Promise<unknown>
  /** Asks for the sum anew. */
  onSumChanged: (() => unknown) | undefined
}

/** One purchase, from the first click to its end, over reloads and ways back: what the provider says of its payment decides what is shown. */
export function usePurchase({ item, cents, asked, onPaid, onSumChanged }: Purchase) {
  const { id: schoolId } = useSchool()
  const client = useQueryClient()
  const [paymentId, setPaymentId] = useState(() => asked ?? readOpenPayment(schoolId, item))
  const [bankFailure, setBankFailure] = useState<string>()
  const [isConfirming, setConfirming] = useState(false)
  const { mutateAsync: send } = usePay()
  const { mutateAsync: cancel } = useCancelPayment()
  const keepBank = useKeepBank()
  const refreshAll = useRefresh('payments', 'subscriptions')
  const [openedAt] = useState(Date.now)
  const { data, dataUpdatedAt } = useQuery({
    ...paymentQueries.payment(schoolId, paymentId ?? ''),
    enabled: paymentId !== undefined,
    // A payment whose answer got lost is asked for until there is one.
    refetchInterval: ({ state }) => (isOpen(state.data?.payment) || isUnanswered(state.error)) && askEveryMs,
    // The person comes back from their bank's program.
    refetchOnWindowFocus: 'always',
  })
  // A payment for something else is none of this purchase.
  const paid = data?.payment.item === item ? data : undefined
  const payment = paid?.payment

  const end = useEffectEvent(async () => {
    if (!paid || isOpen(paid.payment)) return
    endOpenPayment(schoolId, item)
    if (paid.payment.status !== 'succeeded') return
    // The plan that is shown as present ends the checkout, unless the address names the payment by then.
    if (asked !== paid.payment.id) await onPaid(paid.payment.id)
    await refreshAll()
  })
  useEffect(() => {
    if (payment?.status) void end()
  }, [payment?.id, payment?.status])
  const keepNewest = useEffectEvent(() => {
    if (paid?.payment.status === 'succeeded' && dataUpdatedAt >= openedAt) void keepBank(paid)
  })
  // The way back to this page shows the answer of an earlier visit, and the balance may have changed since: only answers to this visit count, each of them.
  useEffect(() => {
    if (data) keepNewest()
  }, [data])

  /**
   * Asks what became of a payment; without an answer the state that was known stays.
   * @returns null where the server has no such payment
   */
  const look = async (id: string) => {
    const found = await client.fetchQuery(paymentQueries.payment(schoolId, id)).catch(() => undefined)
    setPaymentId(id)
    return found
  }
  const confirm = async (waiting: Payment, stripe: Stripe) => {
    if (!waiting.client_secret) return
    setConfirming(true)
    setBankFailure(undefined)
    try {
      const { error } = await stripe.handleNextAction({ clientSecret: waiting.client_secret })
      setBankFailure(error && textOfRefusal(error))
    } finally {
      await look(waiting.id)
      setConfirming(false)
    }
  }
  const pay = async (paymentMethod: string, saveCard = true) => {
    // The charge of a plan's month is tried again, and no other payment is made beside it.
    const id = asked && isRenewalKey(asked) ? asked : takeOpenPayment(schoolId, item)
    try {
      const answer = await send({ paymentId: id, item, paymentMethod, saveCard, cents })
      setPaymentId(id)
      return answer.payment
    } catch (error) {
      if (isFinal(error) || ((await look(id)) === null && isRefused(error))) endOpenPayment(schoolId, item)
      if (hasCode(error, 'payment_sum_changed')) {
        void refreshAll()
        // An earlier payment of this purchase has the page ask for no sums by itself.
        void onSumChanged?.()
      }
      throw error
    }
  }
  const giveUp = async (id: string) => {
    const { payment: ended } = await cancel(id)
    if (!isOpen(ended)) endOpenPayment(schoolId, item)
    return ended
  }
  return {
    payment,
    /** Plan of the school when the payment was read. */
    planId: paid?.resource.plan_id,
    pay,
    confirm,
    giveUp,
    /** Reason for which the bank's confirmation ended without one. */
    bankFailure,
    isConfirming,
  }
}
