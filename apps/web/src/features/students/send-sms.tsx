import { chargeMessages } from '@escola/contract/charges'
import { countryName } from '@escola/contract/phone-countries'
import { formatCellphone, formatInternational, readPhone } from '@escola/contract/phones'
import { plans } from '@escola/contract/prices'
import type { SmsNumber } from '@escola/contract/sent-sms'
import { smsNumberOf } from '@escola/contract/sms'
import { studentTexts } from '@escola/contract/student-texts'
import type { Student } from '@escola/contract/students.contract'
import { Checkbox, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useAppContext } from '../../session/context.ts'
import { useRights } from '../../session/rights.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { maskCellphone } from '../../ui/forms/mask-cellphone.ts'
import { MaskedInput } from '../../ui/forms/masked-input.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { useSendSms } from './students.queries.ts'

export const smsLabel = 'Enviar por SMS'

interface SmsProps {
  student: Student
  /** Undefined where the school knows no number that gets text messages. */
  number: SmsNumber | undefined
}

export function SmsForm({ student, number, onClose }: SmsProps & { onClose: () => void }) {
  const send = useSendSms(student.email)
  const { billing, resource } = useAppContext()
  const { may } = useRights()
  const form = useForm({
    initialValues: { cellphone: number?.shown ?? formatCellphone(student.cellphone), isRight: false },
    validate: {
      cellphone: (typed) => (number || smsNumberOf(typed) ? null : studentTexts.noSmsNumber),
      isRight: (isRight, { cellphone }) =>
        isRight || !askedNumber(number, cellphone) ? null : studentTexts.confirmNumber(askedNumber(number, cellphone)!),
    },
  })
  // The number that was confirmed is another one now.
  form.watch('cellphone', () => form.setFieldValue('isRight', false))
  const asked = askedNumber(number, form.values.cellphone)
  const sending = useFormSubmit(form, async ({ cellphone }) => {
    // A second submit while the dialog closes would repeat the call.
    if (send.isSuccess) return
    await send.mutateAsync(number?.e164 ?? smsNumberOf(cellphone)!)
    notifySuccess(studentTexts.smsQueued(number?.shown ?? describeNumber(cellphone)!))
    onClose()
  })
  return (
    <DialogForm sending={sending} label="Enviar SMS" onCancel={onClose}>
      <Text size="sm">{studentTexts.smsEndsLinks(student.name)}</Text>
      {billing && may('money') && <Text size="sm">{chargeMessages.sms(plans[resource.plan_id].eachSms)}</Text>}
      <MaskedInput
        label="Celular"
        type="tel"
        autoComplete="off"
        inputMode="tel"
        mask={maskCellphone}
        readOnly={number !== undefined}
        description={
          number
            ? studentTexts.wrongCellphone
            : 'Com DDD, ou com + e o código do país. Ele fica guardado nos dados do aluno.'
        }
        data-autofocus
        {...form.getInputProps('cellphone')}
      />
      {asked && (
        <Checkbox label={studentTexts.numberIsRight(asked)} {...form.getInputProps('isRight', { type: 'checkbox' })} />
      )}
    </DialogForm>
  )
}

/** The number with its country that is to be confirmed, because a number of another country may look like one of Brazil; undefined for none. */
function askedNumber(number: SmsNumber | undefined, typed: string): string | undefined {
  if (number) return number.is_confirmed ? undefined : number.shown
  return describeNumber(typed)
}

function describeNumber(typed: string): string | undefined {
  const phone = smsNumberOf(typed) ? readPhone(typed) : undefined
  return phone && [formatInternational(phone), countryName(phone.country)].filter(Boolean).join(', ')
}
