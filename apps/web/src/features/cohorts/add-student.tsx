import { type Cohort, NewStudent } from '@escola/contract/cohorts.contract'
import { Button, Modal } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconUserPlus } from '@tabler/icons-react'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { confirmInvitation } from '../../ui/cohorts/may-invite.ts'
import { maskCellphone } from '../../ui/forms/mask-cellphone.ts'
import { MaskedInput } from '../../ui/forms/masked-input.tsx'
import { PersonForm } from '../../ui/forms/person-form.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { confirmCost } from '../../ui/money/confirm-cost.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { type CohortId, useAddStudent, useQuoteStudent } from './cohorts.queries.ts'

interface AddStudentButtonProps {
  cohort: Cohort
  idOf: CohortId
  startsOpen: boolean
  onClose: () => void
}

export function AddStudentButton({ cohort, idOf, startsOpen, onClose }: AddStudentButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const open = async () => {
    if (await confirmInvitation(cohort)) setOpen(true)
  }
  const openAtFirst = useEffectEvent(() => void (startsOpen && open()))
  useEffect(() => openAtFirst(), [])
  const close = () => {
    setOpen(false)
    onClose()
  }
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => void open()}>
        Adicionar aluno
      </Button>
      <Modal opened={isOpen} onClose={close} title="Adicionar aluno" centered>
        <AddStudentForm cohort={cohort} idOf={idOf} onClose={close} />
      </Modal>
    </>
  )
}

function AddStudentForm({ cohort, idOf, onClose }: { cohort: Cohort; idOf: CohortId; onClose: () => void }) {
  const add = useAddStudent(idOf)
  const quote = useQuoteStudent(cohort.id)
  const isAnotherNext = useRef(false)
  const form = useForm({
    initialValues: { name: '', email: '', cellphone: '' },
    validate: zodResolver(NewStudent),
  })
  const sending = useFormSubmit(form, async (values) => {
    // A second submit while the dialog closes would repeat the call.
    if (add.isSuccess) return
    const typed = NewStudent.parse(values)
    if (!(await confirmCost(await quote(typed)))) return
    const { student, alreadyEnrolled } = await add.mutateAsync(typed)
    notifySuccess(alreadyEnrolled ? `${student.name} já está nesta turma.` : `${student.name} entrou na turma!`)
    if (!isAnotherNext.current) return onClose()
    add.reset()
    form.reset()
    form.getInputNode('name')?.focus()
  })
  const submitThen = (isAnother: boolean) => (event?: FormEvent<HTMLFormElement>) => {
    isAnotherNext.current = isAnother
    sending.submit(event)
  }
  return (
    <PersonForm
      form={form}
      sending={{ ...sending, submit: submitThen(false) }}
      emailHint="Quem é novo na escola recebe um convite nesse endereço."
      submitLabel="Adicionar"
      onSubmitAnother={() => submitThen(true)()}
      onCancel={onClose}
    >
      <MaskedInput
        label="Telefone"
        type="tel"
        autoComplete="off"
        placeholder="(11) 91234-5678"
        maxLength={30}
        mask={maskCellphone}
        {...form.getInputProps('cellphone')}
      />
    </PersonForm>
  )
}
