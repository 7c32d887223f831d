import { teamTexts } from '@escola/contract/team-texts'
import { Checkbox, Modal, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { useHandOver } from './administrators.queries.ts'
import type { MemberDialogProps } from './roles-dialog.tsx'

/** Makes another member an owner, and lets the own place go if wished. */
export const HandOverDialog = ({ user, isOpen, onClose }: MemberDialogProps) => (
  <Modal opened={isOpen} onClose={onClose} title="Passar a escola adiante" centered>
    <HandOverForm user={user} onClose={onClose} />
  </Modal>
)

function HandOverForm({ user: { user_id, name, team_roles }, onClose }: Omit<MemberDialogProps, 'isOpen'>) {
  const { mutateAsync: handOver } = useHandOver()
  const navigate = useNavigate()
  const isOwner = team_roles.includes('owner')
  const form = useForm({ initialValues: { steps_down: isOwner } })
  const sending = useFormSubmit(form, async ({ steps_down }) => {
    await handOver({ user_id, steps_down })
    notifySuccess(teamTexts.handedOver(name))
    onClose()
    // This page is an owner's.
    if (steps_down) await navigate({ to: '/' })
  })
  return (
    <DialogForm sending={sending} label="Passar adiante" color="danger" onCancel={onClose}>
      <Text>
        {isOwner
          ? `${name} já é proprietário. Você passa a administrar a escola sem cuidar do dinheiro e da equipe.`
          : `${name} passa a ser proprietário: faz tudo na escola, cuida do dinheiro e escolhe a equipe.`}{' '}
        Todos os proprietários recebem um e-mail.
      </Text>
      {!isOwner && (
        <Checkbox
          label="Deixar de ser proprietário"
          description="Você continua como administrador, sem o dinheiro e a equipe. Só um proprietário desfaz isso."
          {...form.getInputProps('steps_down', { type: 'checkbox' })}
        />
      )}
    </DialogForm>
  )
}
