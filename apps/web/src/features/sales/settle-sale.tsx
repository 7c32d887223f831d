import { salesLimits } from '@escola/contract/sales'
import { type Sale, SaleDismissal, SaleEmail } from '@escola/contract/sales.contract'
import { Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { notifySuccess } from '../../ui/notify.ts'
import { useFormSubmit } from '../../ui/use-form-submit.ts'
import { zodResolver } from '../../ui/zod-resolver.ts'
import { useCorrectEmail, useDismissal } from './sale-changes.ts'
import { SaleDialog, type SaleFormProps } from './sale-dialog.tsx'
import { buyerOf } from './sale-words.ts'

/** Lets an administrator give a buyer an e-mail that works. */
export const CorrectEmail = ({ sale }: { sale: Sale }) => (
  <SaleDialog title="Corrigir e-mail e concluir" button="Corrigir e-mail" about={buyerOf(sale)}>
    {(close) => <EmailForm sale={sale} onClose={close} />}
  </SaleDialog>
)

/** Lets an administrator settle a sale that needs no class. */
export const DismissSale = ({ sale }: { sale: Sale }) => (
  <SaleDialog title="Dispensar venda" button="Dispensar" variant="subtle" about={buyerOf(sale)}>
    {(close) => <DismissalForm sale={sale} onClose={close} />}
  </SaleDialog>
)

function EmailForm({ sale, onClose }: SaleFormProps) {
  const correct = useCorrectEmail(sale.id)
  const form = useForm({ initialValues: { email: sale.email.trim() }, validate: zodResolver(SaleEmail) })
  const sending = useFormSubmit(form, async (values) => {
    // The dialog is still closing.
    if (correct.isSuccess) return
    await correct.mutateAsync(values)
    notifySuccess('E-mail corrigido! A matrícula será feita em instantes.')
    onClose()
  })
  return (
    <SettlingForm sending={sending} submitLabel="Concluir" onClose={onClose}>
      <Text>
        {sale.email ? `Na compra foi informado “${sale.email}”.` : 'A compra veio sem e-mail.'} O convite para estudar
        chega no endereço que você informar.
      </Text>
      <TextInput
        label="E-mail de quem comprou"
        type="email"
        inputMode="email"
        data-autofocus
        {...form.getInputProps('email')}
      />
    </SettlingForm>
  )
}

function DismissalForm({ sale, onClose }: SaleFormProps) {
  const dismiss = useDismissal(sale.id)
  const form = useForm({ initialValues: { reason: '' }, validate: zodResolver(SaleDismissal) })
  const sending = useFormSubmit(form, async (values) => {
    if (dismiss.isSuccess) return
    await dismiss.mutateAsync(values)
    notifySuccess('Venda dispensada.')
    onClose()
  })
  return (
    <SettlingForm sending={sending} submitLabel="Dispensar" onClose={onClose}>
      <Text>Ela deixa de esperar por você e não matricula ninguém. Se precisar, é só reprocessar depois.</Text>
      <Textarea
        label="Motivo"
        placeholder="Foi só um teste"
        maxLength={salesLimits.dismissalMax}
        autosize
        minRows={2}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </SettlingForm>
  )
}

interface SettlingFormProps {
  sending: ReturnType<typeof useFormSubmit>
  submitLabel: string
  onClose: () => void
  children: ReactNode
}

const SettlingForm = ({ sending, submitLabel, onClose, children }: SettlingFormProps) => (
  <DialogForm sending={sending} label={submitLabel} onCancel={onClose}>
    {children}
  </DialogForm>
)
