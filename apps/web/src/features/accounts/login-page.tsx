import { messages } from '@escola/contract/messages'
import { htmlPages } from '@escola/contract/pages.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { Alert, Anchor, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconClock } from '@tabler/icons-react'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { contextQuery, signIn, useAppContext } from '../../session/context.ts'
import { readEnding } from '../../session/ending.ts'
import { queryClient } from '../../session/query-client.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useFormSubmit } from '../../ui/use-form-submit.ts'
import { AccountScreen } from './account-screen.tsx'
import { readDeadLink } from './dead-link.ts'
import { DeadLinkNotice } from './dead-link-notice.tsx'
import { FailureAlert } from './failure-alert.tsx'
import { checkedLater, fetchChecks } from './later-checks.ts'
import { CurrentPasswordField } from './password-fields.tsx'
import { SignInFailure } from './sign-in-failure.tsx'

const degreeLinkOf = (redirect: string | undefined) => redirect?.match(/^\/c\/([^/?#]+)/)?.[1]

export function LoginPage() {
  const { school } = useAppContext()
  const { redirect } = useSearch({ from: '/_public/login' })
  const router = useRouter()
  const [refused, setRefused] = useState(false)
  const form = useForm({
    initialValues: { email: readDeadLink()?.email ?? '', password: '' },
    validate: checkedLater('SignIn'),
  })

  const { submit, pending, failure } = useFormSubmit(form, async (values) => {
    setRefused(false)
    const body = { ...values, degreeLink: degreeLinkOf(redirect), schoolId: school?.id }
    await signIn(await api(sessions.signIn, { body }))
    const context = queryClient.getQueryData(contextQuery.queryKey)
    if (context?.school) {
      // A private school has nothing to show to somebody from elsewhere; its pages would only send them back here.
      if (context.school.is_private && context.school.role.length === 0) return setRefused(true)
      await router.navigate({ href: redirect ?? '/' })
      return
    }
    const [only, ...others] = context?.schools ?? []
    if (only && others.length === 0) location.assign(`${only.base_path}${redirect ?? '/'}`)
    else await router.navigate({ to: '/escolas' })
  })

  const ending = failure === undefined && !refused ? readEnding() : undefined
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
          {refused && <FailureAlert>{messages.noAccess}</FailureAlert>}
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            inputMode="email"
            maxLength={254}
            {...form.getInputProps('email')}
          />
          <CurrentPasswordField {...form.getInputProps('password')} />
          <BusyButton type="submit" size="md" busy={pending} fullWidth>
            Entrar
          </BusyButton>
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
          <Anchor component={Link} to="/termos-e-condicoes" size="sm" c="dimmed">
            {htmlPages['termos-e-condicoes']}
          </Anchor>
        </Stack>
      </form>
    </AccountScreen>
  )
}
