import type { PaidPlanId } from '@escola/contract/prices'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useConfirmedChange } from '../../ui/use-confirmed-change.ts'
import { usePurchase } from './use-purchase.ts'

interface StepDownProps {
  plan: PaidPlanId
  /** The plan's card, or 'pix': nothing is charged before the smaller plan begins. */
  paymentMethod: string
  label: string
}

/** Changes to a smaller plan at the end of the paid month. */
export function StepDown({ plan, paymentMethod, label }: StepDownProps) {
  const { pay } = usePurchase({ item: plan, asked: undefined, onPaid: async () => undefined })
  const { run, isPending } = useConfirmedChange()
  return (
    <BusyButton busy={isPending} onClick={() => run({ change: () => pay(paymentMethod) })}>
      {label}
    </BusyButton>
  )
}
