import { NewAdministrator } from '@escola/contract/administrators.contract'
import { limits } from '@escola/contract/limits'
import { adminTexts } from '@escola/contract/messages'
import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { notifySuccess } from '../../ui/notify.ts'
import { useFormSubmit } from '../../ui/use-form-submit.ts'
import { zodResolver } from '../../ui/zod-resolver.ts'
import { useAddAdministrator } from './administrators.queries.ts'

const label = 'Criar Administrador'

export function AddAdministratorButton() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={label} centered closeButtonProps={{ 'aria-label': 'Fechar' }}>
        <AddAdministratorForm onClose={close} />
      </Modal>
    </>
  )
}

function AddAdministratorForm({ onClose }: { onClose: () => void }) {
  const add = useAddAdministrator()
  const form = useForm({ initialValues: { name: '', email: '' }, validate: zodResolver(NewAdministrator) })
  const { submit, pending, failure } = useFormSubmit(form, async (values) => {
    // The dialog is still closing.
    if (add.isSuccess) return
    const { user } = await add.mutateAsync(NewAdministrator.parse(values))
    notifySuccess(adminTexts.administratorMade(user.name))
    onClose()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Nome"
          autoComplete="off"
          required
          data-autofocus
          maxLength={limits.inputMax}
          {...form.getInputProps('name')}
        />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="off"
          required
          description="O convite chega nesse endereço."
          maxLength={limits.emailMax}
          {...form.getInputProps('email')}
        />
        {failure !== undefined && (
          <Alert color="red" variant="light" role="alert">
            {textOf(failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <BusyButton type="submit" busy={pending}>
            Criar
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}
