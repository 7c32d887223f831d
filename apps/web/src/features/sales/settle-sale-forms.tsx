import { salesLimits } from '@escola/contract/sales'
import { SaleDismissal, SaleEmail } from '@escola/contract/sales.contract'
import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { EmailField } from '../../ui/forms/email-field.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { useCorrectEmail, useDismissal } from './sale-changes.ts'
import type { SaleFormProps } from './sale-dialog.tsx'

export function EmailForm({ sale, onClose }: SaleFormProps) {
  const correct = useCorrectEmail(sale.id)
  const form = useForm({ initialValues: { email: sale.email.trim() }, validate: zodResolver(SaleEmail) })
  const sending = useFormSubmit(form, async (values) => {
    // A second submit while the dialog closes would repeat the call.
    if (correct.isSuccess) return
    await correct.mutateAsync(values)
    notifySuccess('E-mail corrigido! A matrícula será feita em instantes.')
    onClose()
  })
  return (
    <DialogForm sending={sending} label="Concluir" onCancel={onClose}>
      <Text>
        {sale.email ? `Na compra foi informado “${sale.email}”.` : 'A compra veio sem e-mail.'} O convite para estudar
        chega no endereço que você informar.
      </Text>
      <EmailField label="E-mail de quem comprou" inputMode="email" data-autofocus {...form.getInputProps('email')} />
    </DialogForm>
  )
}

export function DismissalForm({ sale, onClose }: SaleFormProps) {
  const dismiss = useDismissal(sale.id)
  const form = useForm({ initialValues: { reason: '' }, validate: zodResolver(SaleDismissal) })
  const sending = useFormSubmit(form, async (values) => {
    if (dismiss.isSuccess) return
    await dismiss.mutateAsync(values)
    notifySuccess('Venda dispensada.')
    onClose()
  })
  return (
    <DialogForm sending={sending} label="Dispensar" onCancel={onClose}>
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
    </DialogForm>
  )
}
