import { itemText } from '@escola/contract/billing-texts'
import { formatMoney } from '@escola/contract/money'
import { type PaymentRow, paymentLimits, paymentMessages, Refund } from '@escola/contract/payments.contract'
import { isPack } from '@escola/contract/prices'
import { Button, Modal, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { typedCents } from '../../ui/money/typed-cents.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { useRefund } from './payments.queries.ts'

/** Gives a payment back, whole or in part: the platform's administrators alone have this button. */
export function RefundPayment({ payment }: { payment: PaymentRow }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="subtle" color="danger" onClick={() => setOpen(true)}>
        Devolver
      </Button>
      <Modal opened={isOpen} onClose={close} title="Devolver pagamento" centered>
        <RefundForm payment={payment} onClose={close} />
      </Modal>
    </>
  )
}

function RefundForm({ payment, onClose }: { payment: PaymentRow; onClose: () => void }) {
  const { mutateAsync: refund } = useRefund()
  const rest = payment.cents - payment.refunded_cents
  const bodyOf = ({ cents, reason }: { cents: string; reason: string }) => ({
    id: payment.id,
    cents: typedCents(cents),
    reason,
  })
  const form = useForm({
    initialValues: { cents: formatMoney(rest), reason: '' },
    validate: (values) => {
      const errors = zodResolver(Refund)(bodyOf(values))
      return bodyOf(values).cents > rest ? { ...errors, cents: paymentMessages.refundAmount } : errors
    },
  })
  const sending = useFormSubmit(form, async (values) => {
    await refund(Refund.parse(bodyOf(values)))
    notifySuccess(paymentMessages.refunded)
    onClose()
  })
  return (
    <DialogForm sending={sending} label="Devolver" color="danger" onCancel={onClose}>
      <Text size="sm">
        {itemText(payment.item)}, {formatMoney(payment.cents)}.{' '}
        {isPack(payment.item) ? paymentMessages.packGoesBack : paymentMessages.planStays}
      </Text>
      <TextInput label="Valor a devolver" data-autofocus {...form.getInputProps('cents')} />
      <TextInput
        label="Motivo"
        description="A escola lê o motivo no extrato"
        maxLength={paymentLimits.refundReasonMax}
        {...form.getInputProps('reason')}
      />
    </DialogForm>
  )
}
