import { blockedPlanTexts } from '@escola/contract/billing-texts'
import { limits } from '@escola/contract/limits'
import { countOf, messages } from '@escola/contract/messages'
import type { ListedSchool } from '@escola/contract/platform.contract'
import { costsMonthly } from '@escola/contract/prices'
import { Modal, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { useSetBlocked } from './platform.queries.ts'

interface BlockDialogProps {
  school: ListedSchool
  isOpen: boolean
  onClose: () => void
}

/** Asks before a school is blocked, and for the reason, which its administrators read. */
export const BlockDialog = ({ school, isOpen, onClose }: BlockDialogProps) => (
  <Modal opened={isOpen} onClose={onClose} title={messages.areYouSure} centered>
    <BlockForm school={school} onClose={onClose} />
  </Modal>
)

function BlockForm({ school: { id, name, total_students, plan_id }, onClose }: Omit<BlockDialogProps, 'isOpen'>) {
  const setBlocked = useSetBlocked()
  const form = useForm({ initialValues: { blocked_reason: '' } })
  const sending = useFormSubmit(form, async ({ blocked_reason }) => {
    await setBlocked(id, blocked_reason)
    notifySuccess(`A escola “${name}” está bloqueada.`)
    onClose()
  })
  const people = total_students
    ? `${countOf(total_students, 'aluno deixa', 'alunos deixam')} de entrar, e quem a administra também`
    : 'Quem a administra deixa de entrar'
  return (
    <DialogForm sending={sending} label="Bloquear" color="danger" onCancel={onClose}>
      <Text>
        A escola “{name}” fecha agora. {people}: todos veem só a página de contato até você desbloquear. Nada é apagado.
      </Text>
      {costsMonthly(plan_id) && <Text>{blockedPlanTexts.rule}</Text>}
      <Textarea
        label="Motivo"
        description="Quem administra a escola lê na página de contato e recebe por e-mail."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={limits.blockedReasonMax}
        data-autofocus
        {...form.getInputProps('blocked_reason')}
      />
    </DialogForm>
  )
}
