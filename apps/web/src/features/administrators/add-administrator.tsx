import { NewAdministrator } from '@escola/contract/administrators.contract'
import { adminTexts } from '@escola/contract/messages'
import type { TeamRole } from '@escola/contract/permissions'
import { teamTexts } from '@escola/contract/team-texts'
import { Button, Modal } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { PersonForm } from '../../ui/forms/person-form.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { useAddAdministrator } from './administrators.queries.ts'
import { PlaceFields } from './place-fields.tsx'

const label = 'Criar Administrador'

export function AddAdministratorButton() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={label} centered>
        <AddAdministratorForm onClose={close} />
      </Modal>
    </>
  )
}

function AddAdministratorForm({ onClose }: { onClose: () => void }) {
  const add = useAddAdministrator()
  const form = useForm({
    initialValues: {
      name: '',
      email: '',
      roles: ['owner'] as TeamRole[],
      degree_ids: [] as string[],
      may_publish: true,
    },
    validate: zodResolver(NewAdministrator),
  })
  const sending = useFormSubmit(form, async (values) => {
    // A second submit while the dialog closes would repeat the call.
    if (add.isSuccess) return
    const { user } = await add.mutateAsync(NewAdministrator.parse(values))
    const isOwner = user.team_roles.includes('owner')
    notifySuccess(isOwner ? adminTexts.administratorMade(user.name) : teamTexts.joined(user.name))
    onClose()
  })
  return (
    <PersonForm
      form={form}
      sending={sending}
      emailHint="O convite chega nesse endereço."
      submitLabel="Criar"
      onCancel={onClose}
    >
      <PlaceFields place={form.values} onChange={(changed) => form.setValues(changed)} errors={form.errors} />
    </PersonForm>
  )
}
