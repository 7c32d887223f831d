import type { PaidPlanId } from '@escola/contract/prices'
import { randomKey } from '../../api/random-key.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { useRefresh } from '../../ui/use-refresh.ts'
import { usePay } from './payments.queries.ts'

interface StepDownProps {
  plan: PaidPlanId
  /** The plan's card, or 'pix': nothing is charged before the smaller plan begins. */
  paymentMethod: string
  label: string
}

/**
 * Changes to a smaller plan at the end of the paid month. It makes no payment, so none is kept open, and without an answer the plan itself says how it
 * went.
 */
export function StepDown({ plan, paymentMethod, label }: StepDownProps) {
  const { mutateAsync: pay } = usePay()
  const refresh = useRefresh('subscriptions')
  const { run, isPending } = useConfirmedChange()
  const stepDown = async () => {
    try {
      await pay({ paymentId: randomKey(), item: plan, paymentMethod, cents: 0 })
    } finally {
      await refresh()
    }
  }
  return (
    <BusyButton busy={isPending} onClick={() => run({ change: stepDown })}>
      {label}
    </BusyButton>
  )
}
