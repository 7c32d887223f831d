import { certificateIssues, issueLimits, issueMessages, Revocation } from '@escola/contract/certificate-issues.contract'
import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { withProof } from '../account/proof.ts'
import { BusyButton } from '../busy-button.tsx'
import { useFormSubmit } from '../forms/use-form-submit.ts'
import { zodResolver } from '../forms/zod-resolver.ts'
import { notifySuccess } from '../notify.ts'
import { useConfirmedChange } from '../questions/use-confirmed-change.ts'
import { useRefresh } from '../use-refresh.ts'

interface Props {
  certificate: { id: string; status: string }
  course: string
  /** Name of the student, where certificates of several stand together. */
  student?: string
}

/** The act that revokes a certificate with a reason, or takes the revocation back. The dialog stands beside what opens it. */
export function useRevocation({ certificate: { id, status }, ...named }: Props) {
  const course = named.student ? `${named.course}, ${named.student}` : named.course
  const [isAsking, setAsking] = useState(false)
  const schoolId = useSchool().id
  const { mutateAsync: restore } = useMutation({
    mutationFn: () => withProof(() => api(certificateIssues.restore, { params: { schoolId, id } })),
    onSuccess: useRefresh('students', 'certificates'),
  })
  const { run, isPending } = useConfirmedChange()
  const isRevoked = status === 'revoked'
  return {
    isRevoked,
    isPending,
    words: isRevoked ? 'Desfazer revogação' : 'Revogar',
    label: isRevoked ? `Desfazer revogação do certificado de ${course}` : `Revogar certificado de ${course}`,
    act: () => (isRevoked ? run({ change: () => restore(), done: issueMessages.restored }) : setAsking(true)),
    dialog: (
      <Modal opened={isAsking} onClose={() => setAsking(false)} title={`Revogar certificado de “${course}”`} centered>
        <RevocationForm id={id} onClose={() => setAsking(false)} />
      </Modal>
    ),
  }
}

export function RevocationButton(props: Props) {
  const { isRevoked, isPending, words, label, act, dialog } = useRevocation(props)
  return (
    <>
      <BusyButton
        {...(isRevoked ? { variant: 'light' } : { variant: 'subtle', color: 'danger' })}
        size="xs"
        aria-label={label}
        busy={isPending}
        onClick={act}
      >
        {words}
      </BusyButton>
      {dialog}
    </>
  )
}

function RevocationForm({ id, onClose }: { id: string; onClose: () => void }) {
  const schoolId = useSchool().id
  const { mutateAsync } = useMutation({
    mutationFn: (why: string) =>
      withProof(() => api(certificateIssues.revoke, { params: { schoolId, id }, body: { why } })),
    onSuccess: useRefresh('students', 'certificates'),
  })
  const form = useForm({ initialValues: { why: '' }, validate: zodResolver(Revocation) })
  const sending = useFormSubmit(form, async ({ why }) => {
    await mutateAsync(why)
    notifySuccess(issueMessages.revoked)
    onClose()
  })
  return (
    <form onSubmit={sending.submit} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">
          A página de verificação passa a dizer que o certificado foi revogado, e o aluno não o baixa mais. Você pode
          desfazer depois.
        </Text>
        <Textarea
          label="Motivo"
          description="O aluno e quem verificar o certificado leem este texto."
          autosize
          minRows={2}
          maxLength={issueLimits.reasonMax}
          {...form.getInputProps('why')}
        />
        {sending.failure !== undefined && (
          <Alert color="danger" variant="light" role="alert">
            {textOf(sending.failure)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <BusyButton type="submit" color="danger" busy={sending.pending}>
            Revogar certificado
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}
