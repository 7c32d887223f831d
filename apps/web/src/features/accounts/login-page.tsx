import { messages } from '@escola/contract/messages'
import { htmlPages } from '@escola/contract/pages.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { Alert, Anchor, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconClock } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ApiError, api } from '../../api/client.ts'
import { useAppContext } from '../../session/context.ts'
import { readEnding } from '../../session/ending.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { AccountScreen } from './account-screen.tsx'
import { readDeadLink } from './dead-link.ts'
import { DeadLinkNotice } from './dead-link-notice.tsx'
import { fetchChecks, makeDeferredCheck } from './deferred-checks.ts'
import { FailureAlert } from './failure-alert.tsx'
import { readKnownEmail } from './known-email.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { CurrentPasswordField } from './password-fields.tsx'
import { PurchaseHelpLink } from './purchase-help-link.tsx'
import { SignInFailure } from './sign-in-failure.tsx'
import { useEntering } from './use-entering.ts'

const tooLate = 'Passou o tempo de digitar o código. Entre de novo'

const CodeForm = lazy(() => import('./code-form.tsx'))
const CoursePageLink = lazy(() => import('../../ui/courses/course-page-link.tsx'))
const degreeLinkOf = (redirect: string | undefined) => redirect?.match(/^\/c\/([^/?#]+)/)?.[1]

export function LoginPage() {
  const [challenge, setChallenge] = useState<string>()
  const [isLate, setLate] = useState(false)
  const entering = useEntering()
  if (challenge === undefined || entering.isRefused)
    return <PasswordStep entering={entering} isLate={isLate} onChallenge={setChallenge} />
  const returnToStart = (late: boolean) => {
    setLate(late)
    setChallenge(undefined)
  }
  return (
    <AccountScreen title="Verificação em duas etapas" text="A sua conta pede, além da senha, um código.">
      <Suspense fallback={<Text h={240}>Um instante…</Text>}>
        <CodeForm challenge={challenge} onDone={entering.enter} onBack={returnToStart} />
      </Suspense>
    </AccountScreen>
  )
}

interface PasswordStepProps {
  entering: ReturnType<typeof useEntering>
  /** The code was not typed in time. */
  isLate: boolean
  onChallenge: (challenge: string) => void
}

function PasswordStep({ entering, isLate, onChallenge }: PasswordStepProps) {
  const { school } = useAppContext()
  const { redirect } = useSearch({ from: '/_public/login' })
  const wanted = degreeLinkOf(redirect)
  const email = readDeadLink()?.email ?? readKnownEmail()
  const form = useForm({
    initialValues: { email, password: '' },
    validate: makeDeferredCheck('SignIn'),
  })

  const { submit, pending, failure } = useFormSubmit(form, async (values) => {
    entering.forgetRefusal()
    const body = { ...values, degreeLink: wanted, schoolId: school?.id }
    try {
      await entering.enter(await api(sessions.signIn, { body }))
    } catch (error) {
      if (!(error instanceof ApiError && error.challenge)) throw error
      onChallenge(error.challenge)
    }
  })

  const ending = failure === undefined && !entering.isRefused ? (isLate ? tooLate : readEnding()) : undefined
  return (
    <AccountScreen
      title="Entrar"
      text={school ? `Que bom ver você em ${school.name}` : 'Acesse a sua escola ou os seus cursos'}
    >
      <DeadLinkNotice />
      <form onSubmit={submit} onFocus={fetchChecks} noValidate>
        <Stack gap="md">
          {ending && (
            <Alert color="ambar" variant="light" role="status" icon={<IconClock />}>
              {ending}
            </Alert>
          )}
          <SignInFailure error={failure} typed={form.getValues()} />
          {entering.isRefused && <FailureAlert>{messages.noAccess}</FailureAlert>}
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            inputMode="email"
            maxLength={254}
            {...form.getInputProps('email')}
          />
          <CurrentPasswordField autoFocus={email !== ''} {...form.getInputProps('password')} />
          <BusyButton type="submit" size="md" busy={pending} fullWidth>
            Entrar
          </BusyButton>
          <PasskeyButton onDone={entering.enter} />
          <Group justify="space-between" gap="xs">
            <Anchor component={Link} to="/recuperar-senha" state={{ email: form.getValues().email }} size="sm">
              Esqueci minha senha
            </Anchor>
            {!school?.is_private && (
              <Text size="sm" c="dimmed">
                Primeira vez aqui?{' '}
                <Anchor component={Link} to="/cadastro" size="sm" underline="always">
                  {school ? 'Criar conta' : 'Criar escola'}
                </Anchor>
              </Text>
            )}
          </Group>
        </Stack>
      </form>
      {school && wanted && (
        <Suspense>
          <CoursePageLink link={wanted} />
        </Suspense>
      )}
      {school && <PurchaseHelpLink />}
      <Anchor component={Link} to="/termos-e-condicoes" size="sm" c="dimmed">
        {htmlPages['termos-e-condicoes']}
      </Anchor>
    </AccountScreen>
  )
}
