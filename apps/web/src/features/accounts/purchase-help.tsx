import { PurchaseHelp, purchaseHelpTexts } from '@escola/contract/purchase-help'
import { sales } from '@escola/contract/sales.contract'
import { Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { CheckMailbox } from '../../ui/account/check-mailbox.tsx'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { FailureAlert } from './failure-alert.tsx'

/**
 * Dialog in which a buyer names their purchase. It opens once it is there, so that the focus returns to the link afterwards.
 * @param onGone called when the dialog has closed
 */
export default function PurchaseHelpDialog({ onGone }: { onGone: () => void }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(true), [])
  const close = () => setOpen(false)
  return (
    <Modal opened={isOpen} onClose={close} onExitTransitionEnd={onGone} title={purchaseHelpTexts.title} centered>
      <PurchaseHelpForm onClose={close} />
    </Modal>
  )
}

function PurchaseHelpForm({ onClose }: { onClose: () => void }) {
  const schoolId = useSchool().id
  const [isSent, setSent] = useState(false)
  const form = useForm({ initialValues: { code: '' }, validate: zodResolver(PurchaseHelp) })
  const { submit, pending, failure } = useFormSubmit(form, async (body) => {
    await api(sales.askHelp, { params: { schoolId }, body })
    setSent(true)
  })
  if (isSent)
    return (
      <Stack>
        <CheckMailbox>{purchaseHelpTexts.sent}</CheckMailbox>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            Fechar
          </Button>
        </Group>
      </Stack>
    )
  return (
    <DialogForm sending={{ submit, pending }} label="Procurar a compra" onCancel={onClose}>
      {failure !== undefined && <FailureAlert error={failure} />}
      <TextInput
        label="Código da compra"
        description="Ele está no e-mail que a plataforma de venda mandou quando você comprou."
        maxLength={200}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('code')}
      />
      <List size="sm" c="dimmed" spacing={2}>
        <List.Item>Hotmart: o código da transação, que começa com HP</List.Item>
        <List.Item>Eduzz: o número da fatura</List.Item>
        <List.Item>Mercado Pago: o número da operação, no comprovante</List.Item>
        <List.Item>Outras: o código da transação ou do pedido</List.Item>
      </List>
      <Text size="sm">O e-mail com o acesso vai para o endereço usado na compra.</Text>
    </DialogForm>
  )
}
