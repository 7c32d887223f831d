import { passwordHint } from '@escola/contract/people'
import { studentLimits, studentTexts } from '@escola/contract/student-texts'
import { type Student, StudentPassword } from '@escola/contract/students.contract'
import { PasswordInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { useChangePassword } from './students.queries.ts'

export const passwordLabel = 'Alterar senha'

export function PasswordForm({ student, onClose }: { student: Student; onClose: () => void }) {
  const change = useChangePassword(student.user_id)
  const form = useForm({ initialValues: { password: '' }, validate: zodResolver(StudentPassword) })
  const sending = useFormSubmit(form, async ({ password }) => {
    // A second submit while the dialog closes would repeat the call.
    if (change.isSuccess) return
    await change.mutateAsync(password)
    notifySuccess(studentTexts.passwordChanged)
    onClose()
  })
  return (
    <DialogForm sending={sending} label={passwordLabel} onCancel={onClose}>
      <Text size="sm">
        {student.name} entra com ela só nesta escola. A senha que a própria pessoa escolheu continua valendo, e as
        sessões abertas pela senha anterior da escola terminam.
      </Text>
      <PasswordInput
        label="Nova senha"
        description={passwordHint}
        autoComplete="new-password"
        maxLength={studentLimits.passwordMax}
        required
        data-autofocus
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': 'Mostrar senha' }}
        {...form.getInputProps('password')}
      />
    </DialogForm>
  )
}
