import { NewStudent } from '@escola/contract/cohorts.contract'
import { limits } from '@escola/contract/limits'
import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { ApiError, textOf } from '../../api/api-error.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { useAddStudent } from './cohorts.queries.ts'
import { maskCellphone } from './mask-cellphone.ts'

type Field = keyof typeof empty
const empty = { name: '', email: '', cellphone: '' }

export function AddStudentButton({ cohortId }: { cohortId: string }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        Adicionar aluno
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title="Adicionar aluno"
        centered
        closeButtonProps={{ 'aria-label': 'Fechar' }}
      >
        <AddStudentForm cohortId={cohortId} onClose={close} />
      </Modal>
    </>
  )
}

function AddStudentForm({ cohortId, onClose }: { cohortId: string; onClose: () => void }) {
  const add = useAddStudent(cohortId)
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})

  const change = (field: Field, value: string) => {
    setValues((before) => ({ ...before, [field]: value }))
    setErrors((before) => ({ ...before, [field]: undefined }))
  }
  // Only what is typed at the end is masked, so that a correction in the middle keeps its cursor.
  const changeCellphone = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const grows = input.value.length > values.cellphone.length && input.selectionStart === input.value.length
    change('cellphone', grows ? maskCellphone(input.value) : input.value)
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending) return
    const checked = NewStudent.safeParse(values)
    if (!checked.success) {
      const found: typeof errors = {}
      for (const { path, message } of checked.error.issues) found[path[0] as Field] ??= message
      return setErrors(found)
    }
    add.mutate(checked.data, {
      onSuccess: ({ student, alreadyEnrolled }) => {
        notifySuccess(alreadyEnrolled ? `${student.name} já está nesta turma.` : `${student.name} entrou na turma!`)
        onClose()
      },
      onError: (error) => error instanceof ApiError && setErrors(error.fields ?? {}),
    })
  }
  const failure = add.error && !(add.error instanceof ApiError && add.error.fields) ? textOf(add.error) : undefined
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <TextInput
          label="Nome"
          autoComplete="off"
          required
          data-autofocus
          maxLength={limits.inputMax}
          value={values.name}
          error={errors.name}
          onChange={(event) => change('name', event.currentTarget.value)}
        />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="off"
          required
          description="Quem é novo na escola recebe um convite nesse endereço."
          maxLength={limits.emailMax}
          value={values.email}
          error={errors.email}
          onChange={(event) => change('email', event.currentTarget.value)}
        />
        <TextInput
          label="Telefone"
          type="tel"
          autoComplete="off"
          placeholder="(11) 91234-5678"
          maxLength={30}
          value={values.cellphone}
          error={errors.cellphone}
          onChange={changeCellphone}
        />
        {failure && <Alert color="red">{failure}</Alert>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={add.isPending}>
            Adicionar
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
