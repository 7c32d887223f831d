import { type Administrator, NewRoles } from '@escola/contract/administrators.contract'
import { teamTexts } from '@escola/contract/team-texts'
import { Modal } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { useSaveRoles } from './administrators.queries.ts'
import { type Place, PlaceFields } from './place-fields.tsx'

export interface MemberDialogProps {
  user: Administrator
  isOpen: boolean
  onClose: () => void
}

/** Changes what a member of the team may do. */
export const RolesDialog = ({ user, isOpen, onClose }: MemberDialogProps) => (
  <Modal opened={isOpen} onClose={onClose} title={`Papel de ${user.name}`} centered>
    <RolesForm user={user} onClose={onClose} />
  </Modal>
)

function RolesForm({ user, onClose }: Omit<MemberDialogProps, 'isOpen'>) {
  const { mutateAsync: save } = useSaveRoles()
  const initialValues: Place & { user_id: string } = {
    user_id: user.user_id,
    roles: user.team_roles,
    degree_ids: user.degrees.map(({ id }) => id),
    may_publish: user.may_publish,
  }
  const form = useForm({ initialValues, validate: zodResolver(NewRoles) })
  const sending = useFormSubmit(form, async (values) => {
    await save(values)
    notifySuccess(teamTexts.rolesSaved(user.name))
    onClose()
  })
  return (
    <DialogForm sending={sending} onCancel={onClose}>
      <PlaceFields place={form.values} onChange={(changed) => form.setValues(changed)} errors={form.errors} />
    </DialogForm>
  )
}
