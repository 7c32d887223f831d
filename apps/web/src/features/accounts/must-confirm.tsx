import { messages } from '@escola/contract/messages'
import { sessions } from '@escola/contract/sessions.contract'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useAppContext } from '../../session/context.ts'
import { CheckMailbox } from '../../ui/account/check-mailbox.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
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
        <BusyButton
          variant="default"
          size="xs"
          mt="xs"
          display="block"
          busy={resend.isPending}
          onClick={() => resend.mutate()}
        >
          Reenviar e-mail de confirmação
        </BusyButton>
      </FailureAlert>
      {resend.isError && <FailureAlert error={resend.error} />}
    </>
  )
}
