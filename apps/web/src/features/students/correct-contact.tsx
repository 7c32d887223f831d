import { formatCellphone } from '@escola/contract/phones'
import { studentTexts } from '@escola/contract/student-texts'
import { type Student, StudentContact } from '@escola/contract/students.contract'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { maskCellphone } from '../../ui/forms/mask-cellphone.ts'
import { MaskedInput } from '../../ui/forms/masked-input.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { useCorrectContact } from './students.queries.ts'

export const contactLabel = 'Corrigir nome e telefone'

export function ContactForm({ student, onClose }: { student: Student; onClose: () => void }) {
  const correct = useCorrectContact(student.link)
  const shown = { name: student.name, cellphone: formatCellphone(student.cellphone) }
  // A name that stands already may be shorter than a school may write one, and is not written again.
  const changesOf = ({ name, cellphone }: typeof shown) => ({
    ...(name === shown.name ? {} : { name }),
    ...(cellphone === shown.cellphone ? {} : { cellphone }),
  })
  const form = useForm({ initialValues: shown, validate: (values) => zodResolver(StudentContact)(changesOf(values)) })
  const sending = useFormSubmit(form, async (values) => {
    // A second submit while the dialog closes would repeat the call.
    if (correct.isSuccess) return
    await correct.mutateAsync(changesOf(values))
    notifySuccess(studentTexts.corrected)
    onClose()
  })
  return (
    <DialogForm sending={sending} label="Salvar" onCancel={onClose}>
      <TextInput
        label="Nome"
        description="Vale nesta escola. O aluno pode mudar nome e telefone na própria conta."
        autoComplete="off"
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <MaskedInput
        label="Telefone"
        type="tel"
        autoComplete="off"
        inputMode="tel"
        maxLength={30}
        mask={maskCellphone}
        {...form.getInputProps('cellphone')}
      />
    </DialogForm>
  )
}
