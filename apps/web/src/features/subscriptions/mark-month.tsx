import { ledgerLimits, ledgerMessages } from '@escola/contract/ledger.contract'
import { formatMoney } from '@escola/contract/money'
import { plans } from '@escola/contract/prices'
import { MonthMark, type Subscription, subscriptionMessages } from '@escola/contract/subscriptions.contract'
import { Button, Modal, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { useMarkMonthPaid } from './subscriptions.queries.ts'

const label = 'Marcar mês como pago'

/** Counts the month that is not paid as paid, for an administrator of the platform who looks at the school. */
export function MarkMonth({ subscription }: { subscription: Subscription }) {
  const isPlatform = useSchool().platform_view
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    isPlatform && (
      <>
        <Button variant="default" onClick={() => setOpen(true)}>
          {label}
        </Button>
        <Modal opened={isOpen} onClose={close} title={label} centered>
          <MarkForm subscription={subscription} onClose={close} />
        </Modal>
      </>
    )
  )
}

function MarkForm({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { mutateAsync: mark } = useMarkMonthPaid()
  const form = useForm({ initialValues: { reason: '' }, validate: zodResolver(MonthMark) })
  const sending = useFormSubmit(form, async (values) => {
    await mark(MonthMark.parse(values))
    notifySuccess(subscriptionMessages.marked)
    onClose()
  })
  const { name, eachMonth } = plans[subscription.unpaid_plan_id ?? subscription.next_plan_id]
  return (
    <DialogForm sending={sending} label="Marcar como pago" onCancel={onClose}>
      <Text>
        O mês do plano {name}, de {formatMoney(eachMonth)}, passa a valer como pago, e nada é cobrado por ele. Um código
        Pix ou uma cobrança que espera por ele é cancelado antes. O saldo não muda.
      </Text>
      <TextInput
        label="Motivo"
        description={ledgerMessages.reasonShown}
        data-autofocus
        maxLength={ledgerLimits.reasonMax}
        {...form.getInputProps('reason')}
      />
    </DialogForm>
  )
}
