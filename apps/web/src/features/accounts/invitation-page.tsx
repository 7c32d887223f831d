import { accounts } from '@escola/contract/accounts.contract'
import { messages } from '@escola/contract/messages'
import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError, api } from '../../api/client.ts'
import { useUser } from '../../session/context.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { notifyError } from '../../ui/notify.ts'
import { AccountScreen } from './account-screen.tsx'
import { InvitationForm } from './invitation-form.tsx'
import { Leaving } from './leaving.tsx'

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

export function InvitationPage() {
  const { token } = useParams({ from: '/_public/welcome/$token' })
  const navigate = useNavigate()
  const isSignedIn = useUser() !== null
  const [home, setHome] = useState<string>()
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api(accounts.userByToken, { params: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    enabled: home === undefined,
  })
  const { data, error } = invitation
  useEffect(() => {
    if (!isGone(error)) return
    // Who is in has no more use for the link; everybody else reads what may have become of it.
    if (!isSignedIn) notifyError(new ApiError(404, { code: 'invalid_token', message: messages.invitationSpent }))
    void navigate({ to: '/', replace: true })
  }, [error, isSignedIn, navigate])

  if (home !== undefined) {
    return (
      <AccountScreen title="Pronto!" text="A sua conta está criada e você já entrou.">
        <Leaving href={home} label="Ir agora" />
      </AccountScreen>
    )
  }
  if (data) {
    return (
      <AccountScreen title="Boas-vindas!" text={`Escolha uma senha para entrar em ${data.school.name}.`}>
        <InvitationForm token={token} user={data.user} onDone={setHome} />
      </AccountScreen>
    )
  }
  return (
    <AccountScreen title="Boas-vindas!">
      {error && !isGone(error) ? (
        <ErrorState error={error} onRetry={() => void invitation.refetch()} />
      ) : (
        <Loader aria-label="Carregando" />
      )}
    </AccountScreen>
  )
}
