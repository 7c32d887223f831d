import { messages } from '@escola/contract/messages'
import { sessions } from '@escola/contract/sessions.contract'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useAppContext } from '../../session/context.ts'
import { CheckMailbox } from './check-mailbox.tsx'
import { FailureAlert } from './failure-alert.tsx'

/** The e-mail still waits to be confirmed: offers its link once more. */
export function MustConfirm({ typed }: { typed: { email: string; password: string } }) {
  const { school } = useAppContext()
  const resend = useMutation({
    mutationFn: () => api(sessions.resendOwnActivation, { body: { ...typed, schoolId: school?.id } }),
  })
  if (resend.isSuccess) return <CheckMailbox>{messages.emailSent}</CheckMailbox>
  return (
    <>
      <FailureAlert>
        {messages.mustConfirm}
        <Button
          variant="default"
          size="xs"
          mt="xs"
          display="block"
          loading={resend.isPending}
          onClick={() => resend.mutate()}
        >
          Reenviar e-mail de confirmação
        </Button>
      </FailureAlert>
      {resend.isError && <FailureAlert error={resend.error} />}
    </>
  )
}
