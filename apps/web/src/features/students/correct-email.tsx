import { suggestEmail } from '@escola/contract/email-typos'
import { type merges, mergeTexts, StudentEmail } from '@escola/contract/merges.contract'
import type { ResponseOf } from '@escola/contract/route'
import type { Student } from '@escola/contract/students.contract'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { EmailField } from '../../ui/forms/email-field.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { MergePreviewList } from './merge-preview-list.tsx'
import { useCorrectEmail, useCorrectionPreview, useRefreshMerged } from './merges.queries.ts'

export const correctionLabel = 'Corrigir e-mail'
type Looked = ResponseOf<typeof merges.previewCorrection> & { email: string }

export function EmailCorrection({ student, onClose }: { student: Student; onClose: () => void }) {
  const [looked, setLooked] = useState<Looked>()
  if (looked)
    return <Question student={student} looked={looked} onBack={() => setLooked(undefined)} onClose={onClose} />
  return <EmailForm student={student} onLooked={setLooked} onClose={onClose} />
}

interface FormProps {
  student: Student
  onLooked: (looked: Looked) => void
  onClose: () => void
}

function EmailForm({ student, onLooked, onClose }: FormProps) {
  const preview = useCorrectionPreview(student.link)
  const form = useForm({
    initialValues: { email: suggestEmail(student.email) ?? '' },
    validate: zodResolver(StudentEmail),
  })
  const { submit, pending, failure } = useFormSubmit(form, async (values) => {
    const { email } = StudentEmail.parse(values)
    onLooked({ ...(await preview.mutateAsync(email)), email })
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          Hoje é {student.email}.
        </Text>
        <EmailField label="E-mail certo" autoComplete="off" required data-autofocus {...form.getInputProps('email')} />
        {failure !== undefined && (
          <Alert color="danger" variant="light" role="alert">
            {textOf(failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <BusyButton type="submit" busy={pending}>
            Continuar
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}

interface QuestionProps {
  student: Student
  looked: Looked
  onBack: () => void
  onClose: () => void
}

function Question({ student, looked, onBack, onClose }: QuestionProps) {
  const { email, student: taken, preview } = looked
  const { mutateAsync: correct } = useCorrectEmail(student.link)
  const refresh = useRefreshMerged()
  const { run, isPending } = useConfirmedChange()
  const navigate = useNavigate()
  const handleCorrect = () =>
    run({
      change: async () => {
        const { student: corrected } = await correct(email)
        onClose()
        // The page of the new address is another one.
        await navigate({ to: '/aluno/$link', params: { link: corrected.link }, replace: true })
        await refresh()
      },
      done: taken ? mergeTexts.merged : mergeTexts.corrected,
    })
  return (
    <Stack>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        De {student.email} para {email}
      </Text>
      {taken && <Text size="sm">{mergeTexts.taken(taken.name)}</Text>}
      <MergePreviewList preview={preview} />
      <Text size="sm">
        {taken ? mergeTexts.does(taken.name) : mergeTexts.correctionDoes} {mergeTexts.undoable}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onBack}>
          Voltar
        </Button>
        <BusyButton busy={isPending} onClick={handleCorrect}>
          {taken ? 'Juntar cadastros' : correctionLabel}
        </BusyButton>
      </Group>
    </Stack>
  )
}
