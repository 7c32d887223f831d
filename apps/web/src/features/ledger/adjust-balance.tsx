import { Adjustment, ledgerLimits, ledgerMessages } from '@escola/contract/ledger.contract'
import { Button, Modal, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { typedCents } from '../../ui/money/typed-cents.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { useAdjustBalance } from './ledger.queries.ts'

const label = 'Ajustar saldo'

/** Corrects the balance of a school that an administrator of the platform looks at. */
export function AdjustBalance() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      <Modal opened={isOpen} onClose={close} title={label} centered>
        <AdjustForm onClose={close} />
      </Modal>
    </>
  )
}

function AdjustForm({ onClose }: { onClose: () => void }) {
  const { mutateAsync: adjust } = useAdjustBalance()
  const form = useForm({
    initialValues: { cents: '', reason: '' },
    validate: ({ cents, reason }) => zodResolver(Adjustment)({ cents: typedCents(cents), reason }),
  })
  const sending = useFormSubmit(form, async ({ cents, reason }) => {
    await adjust(Adjustment.parse({ cents: typedCents(cents), reason }))
    notifySuccess(ledgerMessages.adjusted)
    onClose()
  })
  return (
    <DialogForm sending={sending} label="Ajustar" onCancel={onClose}>
      <TextInput
        label="Valor em reais"
        data-autofocus
        description="Um valor negativo, como -10,00, é descontado do saldo"
        placeholder="-12,50"
        inputMode="text"
        {...form.getInputProps('cents')}
      />
      <TextInput
        label="Motivo"
        description={ledgerMessages.reasonShown}
        maxLength={ledgerLimits.reasonMax}
        {...form.getInputProps('reason')}
      />
    </DialogForm>
  )
}
