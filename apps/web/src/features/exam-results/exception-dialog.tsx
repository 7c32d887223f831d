import { type ExamException, noException } from '@escola/contract/exam-exceptions'
import { NewExamException } from '@escola/contract/exam-exceptions.contract'
import { examResultTexts } from '@escola/contract/exam-result-texts'
import { utcOf, wallTimeOf } from '@escola/contract/wall-time'
import { Modal, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { MomentField } from '../../ui/forms/moment-field.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { usePhone } from '../../ui/lists/use-phone.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { useExceptionChanges } from './exam-results.queries.ts'

interface Props {
  lessonId: string
  student: { user_id: string; name: string }
  /** Exception that the student has; null: none. */
  exception: ExamException | null
  onClose: () => void
}

interface TypedException extends Record<string, unknown> {
  more_attempts: string
  more_minutes: string
  utc_closes_on: string
}

const numberOf = (typed: string) => (/^\d{1,4}$/.test(typed.trim()) ? Number(typed) : Number.NaN)
const toSent = ({ more_attempts, more_minutes, utc_closes_on: closes }: TypedException) => ({
  more_attempts: numberOf(more_attempts),
  more_minutes: numberOf(more_minutes),
  utc_closes_on: closes === '' ? null : (utcOf(closes) ?? closes),
})
const check = zodResolver(NewExamException)

export function ExceptionDialog(props: Props) {
  const isPhone = usePhone()
  return (
    <Modal opened onClose={props.onClose} title={`Exceção de ${props.student.name}`} centered fullScreen={isPhone}>
      <ExceptionForm {...props} />
    </Modal>
  )
}

/** Gives a student more attempts, more time, or another closing, at one assessment. */
function ExceptionForm({ lessonId, student, exception, onClose }: Props) {
  const { save } = useExceptionChanges(lessonId, student.user_id)
  const { more_attempts, more_minutes, utc_closes_on } = exception ?? noException
  const form = useForm<TypedException>({
    initialValues: {
      more_attempts: String(more_attempts),
      more_minutes: String(more_minutes),
      utc_closes_on: utc_closes_on ? wallTimeOf(utc_closes_on) : '',
    },
    validate: (values) => check(toSent(values)),
  })
  const sending = useFormSubmit(form, async (values) => {
    // A second submit while the dialog closes would repeat the call.
    if (save.isSuccess) return
    await save.mutateAsync(NewExamException.parse(toSent(values)))
    notifySuccess(examResultTexts.exceptionSaved(student.name))
    onClose()
  })
  return (
    <DialogForm sending={sending} onCancel={onClose}>
      <Text size="sm" c="dimmed">
        Vale a partir de agora e só nesta avaliação, também para uma tentativa em andamento.
      </Text>
      <TextInput
        label="Tentativas a mais"
        inputMode="numeric"
        maxLength={4}
        data-autofocus
        {...form.getInputProps('more_attempts')}
      />
      <TextInput
        label="Minutos a mais"
        description="Além do tempo da avaliação, se ela tem um"
        inputMode="numeric"
        maxLength={4}
        {...form.getInputProps('more_minutes')}
      />
      <MomentField
        label="Fecha em"
        description="Horário de São Paulo. Vazio: fecha com a avaliação"
        value={form.values.utc_closes_on}
        error={form.errors.utc_closes_on}
        onChange={(wallTime) => form.setFieldValue('utc_closes_on', wallTime)}
      />
    </DialogForm>
  )
}
