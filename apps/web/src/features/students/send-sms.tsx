import { chargeMessages } from '@escola/contract/charges'
import { formatCellphone } from '@escola/contract/people'
import { plans } from '@escola/contract/prices'
import { smsNumberOf } from '@escola/contract/sms'
import { type Student, studentTexts } from '@escola/contract/students.contract'
import { Button, Modal, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconMessageForward } from '@tabler/icons-react'
import { useState } from 'react'
import { useAppContext } from '../../session/context.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { maskCellphone } from '../../ui/forms/mask-cellphone.ts'
import { MaskedInput } from '../../ui/forms/masked-input.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { useSendSms } from './students.queries.ts'

const label = 'Enviar por SMS'

export function SendSmsButton({ student }: { student: Student }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="light" leftSection={<IconMessageForward size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={label} centered>
        <SmsForm student={student} onClose={close} />
      </Modal>
    </>
  )
}

function SmsForm({ student, onClose }: { student: Student; onClose: () => void }) {
  const send = useSendSms(student.email)
  const { billing, resource } = useAppContext()
  const isKnown = smsNumberOf(student.cellphone) !== undefined
  const form = useForm({
    initialValues: { cellphone: formatCellphone(student.cellphone) },
    validate: { cellphone: (typed) => (smsNumberOf(typed) ? null : studentTexts.noSmsNumber) },
  })
  const sending = useFormSubmit(form, async ({ cellphone }) => {
    // A second submit while the dialog closes would repeat the call.
    if (send.isSuccess) return
    await send.mutateAsync(cellphone)
    notifySuccess(studentTexts.smsQueued(cellphone))
    onClose()
  })
  return (
    <DialogForm sending={sending} label="Enviar SMS" onCancel={onClose}>
      <Text size="sm">{studentTexts.smsEndsLinks(student.name)}</Text>
      {billing && <Text size="sm">{chargeMessages.sms(plans[resource.plan_id].eachSms)}</Text>}
      <MaskedInput
        label="Celular"
        type="tel"
        autoComplete="off"
        inputMode="tel"
        mask={maskCellphone}
        readOnly={isKnown}
        description={isKnown ? studentTexts.wrongCellphone : 'Com DDD. Ele fica guardado nos dados do aluno.'}
        data-autofocus
        {...form.getInputProps('cellphone')}
      />
    </DialogForm>
  )
}
