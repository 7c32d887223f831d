import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { sessions } from '@escola/contract/sessions.contract'
import { Alert, Anchor, Group, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconLinkOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { useAppContext } from '../../session/context.ts'
import { CheckMailbox } from '../../ui/account/check-mailbox.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { type DeadLink, forgetDeadLink, readDeadLink } from './dead-link.ts'
import classes from './dead-link-notice.module.css'
import { fetchChecks, makeDeferredCheck } from './deferred-checks.ts'
import { FailureAlert } from './failure-alert.tsx'

const lifetimes = {
  activation: `${limits.activationDays} dias`,
  invitation: `${limits.invitationDays} dias`,
  recovery: `${limits.recoveryMinutes} minutos`,
}
const askAgain = {
  activation: 'Peça outro para confirmar o seu e-mail.',
  invitation: 'Peça outro para escolher a sua senha.',
  recovery: 'Peça outro para criar a sua nova senha.',
}

const reasonOf = ({ purpose, state }: DeadLink) => {
  if (state === 'expired') return `Este link valia por ${lifetimes[purpose]}.`
  if (state === 'used') return 'Uma nova senha já foi escolhida com um link como este.'
  return 'Este link já foi usado ou passou do prazo.'
}

/** A user who has proven their e-mail needs no link any more: their password lets them in. */
const isNeededNoMore = ({ purpose, state }: DeadLink) => state === 'used' && purpose !== 'recovery'

/** Tells a user who came by a dead mailed link what became of it, and offers the next one. */
export function DeadLinkNotice() {
  const [link, setLink] = useState(readDeadLink)
  const [isSent, setSent] = useState(false)
  useEffect(() => forgetDeadLink, [])
  if (!link) return null
  if (isSent)
    return <CheckMailbox>{link.purpose === 'recovery' ? messages.recoverySent : messages.emailSent}</CheckMailbox>
  return (
    <Alert
      color="ambar"
      variant="light"
      role="alert"
      icon={<IconLinkOff />}
      title={isNeededNoMore(link) ? 'Este link já foi usado' : messages.linkExpired}
      className={classes.notice}
      withCloseButton
      closeButtonLabel="Fechar"
      onClose={() => setLink(undefined)}
    >
      {isNeededNoMore(link) ? (
        <Text inherit>
          A sua conta está pronta. Entre com a sua senha, ou{' '}
          <Anchor component={Link} to="/recuperar-senha" state={{ email: link.email }} inherit underline="always">
            crie uma nova
          </Anchor>
          .
        </Text>
      ) : (
        <>
          <Text inherit mb="sm">
            {reasonOf(link)} {askAgain[link.purpose]}
          </Text>
          <ResendForm link={link} onSent={() => setSent(true)} />
        </>
      )}
    </Alert>
  )
}

/** Sends the owner of that mailbox the next link; the answer doesn't tell whether there is an account. */
function ResendForm({ link, onSent }: { link: DeadLink; onSent: () => void }) {
  const { school } = useAppContext()
  const form = useForm({ initialValues: { email: link.email }, validate: makeDeferredCheck('RecoveryRequest') })
  const { submit, pending, failure } = useFormSubmit(form, async ({ email }) => {
    // An unknown invitation was most likely accepted before, and then a new password is what helps.
    const asksPassword = link.purpose === 'recovery' || (link.purpose === 'invitation' && link.state === 'unknown')
    await api(asksPassword ? sessions.requestRecovery : sessions.resendActivation, {
      body: { email, schoolId: school?.id },
    })
    onSent()
  })
  return (
    <form onSubmit={submit} onFocus={fetchChecks} noValidate>
      {failure !== undefined && <FailureAlert error={failure} />}
      <Group gap="xs" align="flex-end">
        <TextInput
          label="Enviar para"
          type="email"
          autoComplete="username"
          inputMode="email"
          maxLength={limits.emailMax}
          className={classes.email}
          {...form.getInputProps('email')}
        />
        <BusyButton type="submit" busy={pending}>
          Reenviar
        </BusyButton>
      </Group>
    </form>
  )
}
