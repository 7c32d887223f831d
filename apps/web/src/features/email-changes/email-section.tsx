import { EmailChange, EmailCode, emailChanges, emailChangeTexts } from '@escola/contract/email-changes.contract'
import { limits } from '@escola/contract/limits'
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { contextQuery, useAppContext } from '../../session/context.ts'
import { CheckMailbox } from '../../ui/account/check-mailbox.tsx'
import { withProof } from '../../ui/account/proof.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { EmailField } from '../../ui/forms/email-field.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { Section } from '../../ui/section.tsx'

/** Shows the user's own e-mail and changes it in two steps: the new address, and the code that came to it. */
export function EmailSection() {
  const { user } = useAppContext()
  const [isAsking, setAsking] = useState(false)
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)
  if (!user) return null
  const close = () => {
    setAsking(false)
    setSent(false)
    setEmail('')
  }
  const handleSent = (to: string) => {
    setEmail(to)
    setSent(true)
  }
  return (
    <Section title="E-mail" text={`É com ele que você entra e recebe os avisos: ${user.email}`}>
      {!user.hasOwnSession ? (
        <Text size="sm" c="dimmed">
          {emailChangeTexts.schoolSession}
        </Text>
      ) : isSent ? (
        <CodeForm email={email} onDone={close} onBack={() => setSent(false)} />
      ) : isAsking ? (
        <AddressForm before={email} onSent={handleSent} onCancel={close} />
      ) : (
        <div>
          <Button variant="light" onClick={() => setAsking(true)}>
            Alterar e-mail
          </Button>
        </div>
      )}
    </Section>
  )
}

/** Asks for a code; the school gives its name to the mail. */
function useAsk() {
  const { school } = useAppContext()
  return (email: string) =>
    withProof(() => api(emailChanges.ask, { body: { email, ...(school && { schoolId: school.id }) } }))
}

/** Leads the keyboard into a step that has just come. */
const useFirstField = <Values extends Record<string, unknown>>(form: UseFormReturnType<Values>, field: string) =>
  useEffect(() => form.getInputNode(field)?.focus(), [])

interface AddressFormProps {
  /** Address that was asked for before, which may have been mistyped. */
  before: string
  onSent: (email: string) => void
  onCancel: () => void
}

function AddressForm({ before, onSent, onCancel }: AddressFormProps) {
  const ask = useAsk()
  const form = useForm({ initialValues: { email: before }, validate: zodResolver(EmailChange) })
  useFirstField(form, 'email')
  const { submit, pending, failure } = useFormSubmit(form, async ({ email }) => {
    await ask(email)
    onSent(EmailChange.parse({ email }).email)
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Failure error={failure} />
        <EmailField
          label="Novo e-mail"
          description="Enviamos um código para ele: só depois de digitá-lo o seu e-mail muda."
          autoComplete="email"
          inputMode="email"
          maxLength={limits.emailMax}
          {...form.getInputProps('email')}
        />
        <Group gap="xs">
          <BusyButton type="submit" busy={pending}>
            Enviar código
          </BusyButton>
          <Button variant="default" onClick={onCancel}>
            Cancelar
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function CodeForm({ email, onDone, onBack }: { email: string; onDone: () => void; onBack: () => void }) {
  const { school } = useAppContext()
  const client = useQueryClient()
  const form = useForm({ initialValues: { code: '' }, validate: zodResolver(EmailCode) })
  useFirstField(form, 'code')
  const { submit, pending, failure } = useFormSubmit(form, async ({ code }) => {
    await withProof(() => api(emailChanges.confirm, { body: { code, ...(school && { schoolId: school.id }) } }))
    await client.invalidateQueries(contextQuery)
    notifySuccess(emailChangeTexts.changed)
    onDone()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <CheckMailbox>{emailChangeTexts.sent}</CheckMailbox>
        <Failure error={failure} />
        <TextInput
          label="Código"
          description={`Os 6 números que enviamos para ${email}`}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          {...form.getInputProps('code')}
        />
        <Text size="sm" c="dimmed">
          Ao confirmar, você sai dos outros aparelhos, e o e-mail de agora recebe um aviso com um link para desfazer.
        </Text>
        <Group gap="xs">
          <BusyButton type="submit" busy={pending}>
            Confirmar
          </BusyButton>
          <Button variant="default" onClick={onBack}>
            Não chegou? Enviar de novo
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const Failure = ({ error }: { error: unknown }) =>
  error !== undefined && (
    <Alert color="danger" variant="light" icon={<IconAlertTriangle />} role="alert">
      {textOf(error)}
    </Alert>
  )
