import { firstName } from '@escola/contract/people'
import { useAppContext } from '../../session/context.ts'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { AccountScreen } from './account-screen.tsx'
import { accountQueries } from './accounts.queries.ts'
import { Leaving } from './leaving.tsx'

/** Leads to the login of the user's school: an activation opens no session, because mail programs open links too. */
export function ActivationPage({ token }: { token: string }) {
  const here = useAppContext().school
  const { user, school } = usePrefetchedQuery(accountQueries.activation(token)).data
  // A school with a domain of its own stands at its root.
  const base = here?.base_path === '' ? '' : school.base_path
  return (
    <AccountScreen title={`Pronto, ${firstName(user.name)}!`} text={`A sua conta em ${school.name} está ativa.`}>
      <Leaving href={`${base}/login`} label="Entrar agora" />
    </AccountScreen>
  )
}
