import { limits } from '@escola/contract/limits'
import { formatCellphone, typedPhoneMax } from '@escola/contract/phones'
import { SchoolData } from '@escola/contract/profiles.contract'
import type { School, User } from '@escola/contract/schools.contract'
import { Alert, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { textOf } from '../../api/api-error.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { EmailField } from '../../ui/forms/email-field.tsx'
import { maskCellphone } from '../../ui/forms/mask-cellphone.ts'
import { MaskedInput } from '../../ui/forms/masked-input.tsx'
import { phoneHint } from '../../ui/forms/phone-hint.ts'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'

interface Props {
  opened: boolean
  school: Pick<School, 'name' | 'email' | 'cellphone'>
  user: Pick<User, 'cellphone'>
  /** Saves; what it throws is said in the form, which stays. */
  onSubmit: (data: SchoolData) => Promise<unknown>
  /** Runs after the data was saved. */
  onClose: () => void
}

/** Asks for the data that the school and its administrator still lack: it closes by an answer alone. */
export default function SchoolDataModal({ opened, onClose, ...form }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Complete os dados da escola"
      centered
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <SchoolDataForm onClose={onClose} {...form} />
    </Modal>
  )
}

function SchoolDataForm({ school, user, onSubmit, onClose }: Omit<Props, 'opened'>) {
  const form = useForm({
    initialValues: {
      name: school.name,
      email: school.email,
      schoolCellphone: formatCellphone(school.cellphone),
      cellphone: formatCellphone(user.cellphone),
    },
    validate: zodResolver(SchoolData),
  })
  const { submit, pending, failure } = useFormSubmit(form, async (values) => {
    await onSubmit(SchoolData.parse(values))
    onClose()
  })
  const phone = {
    type: 'tel',
    placeholder: '(11) 91234-5678',
    maxLength: typedPhoneMax,
    mask: maskCellphone,
    required: true,
  } as const
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">
          Usamos estes contatos para os alunos falarem com a escola e para falarmos com você.
        </Text>
        <TextInput
          label="Nome da escola"
          required
          data-autofocus
          maxLength={limits.inputMax}
          {...form.getInputProps('name')}
        />
        <EmailField label="E-mail" required maxLength={limits.emailMax} {...form.getInputProps('email')} />
        <MaskedInput
          label="Telefone da escola"
          {...phone}
          description={form.errors.schoolCellphone ? undefined : phoneHint(form.values.schoolCellphone)}
          {...form.getInputProps('schoolCellphone')}
        />
        <MaskedInput
          label="Seu telefone"
          autoComplete="tel"
          {...phone}
          description={form.errors.cellphone ? undefined : phoneHint(form.values.cellphone)}
          {...form.getInputProps('cellphone')}
        />
        {failure !== undefined && (
          <Alert color="danger" variant="light" role="alert">
            {textOf(failure)}
          </Alert>
        )}
        <Group justify="flex-end">
          <BusyButton type="submit" busy={pending}>
            Atulalizar dados
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}
