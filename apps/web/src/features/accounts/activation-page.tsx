import { accounts } from '@escola/contract/accounts.contract'
import { firstName } from '@escola/contract/people'
import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import { notifyError } from '../../ui/notify.ts'
import { AccountScreen } from './account-screen.tsx'
import { Leaving } from './leaving.tsx'

export function ActivationPage() {
  const { token } = useParams({ from: '/_public/activate/$token' })
  const navigate = useNavigate()
  const { data, error } = useQuery({
    queryKey: ['activation', token],
    queryFn: () => api(accounts.activate, { params: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  useEffect(() => {
    if (!error) return
    notifyError(error)
    void navigate({ to: '/login' })
  }, [error, navigate])
  if (!data) {
    return (
      <AccountScreen title="Ativando a sua conta…">
        <Loader aria-label="Carregando" />
      </AccountScreen>
    )
  }
  // The link is theirs, the password that was typed is gone: the same link invites them to choose another.
  if (!data.user.has_password) return <Navigate to="/welcome/$token" params={{ token }} replace />
  return (
    <AccountScreen
      title={`Pronto, ${firstName(data.user.name)}!`}
      text={`A sua conta em ${data.school.name} está ativa.`}
    >
      <Leaving href={`${data.school.base_path}/login`} label="Ir agora" />
    </AccountScreen>
  )
}
