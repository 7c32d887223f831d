import { firstName } from '@escola/contract/people'
import { readLastSchool } from '../../session/last-school.ts'
import { usePrefetchedQuery } from '../../ui/use-prefetched-query.ts'
import { AccountScreen } from './account-screen.tsx'
import { accountQueries } from './accounts.queries.ts'
import { Leaving } from './leaving.tsx'

export function ActivationPage({ token }: { token: string }) {
  const { user, school } = usePrefetchedQuery(accountQueries.activation(token)).data
  return (
    <AccountScreen title={`Pronto, ${firstName(user.name)}!`} text={`A sua conta em ${school.name} está ativa.`}>
      <Leaving href={readLastSchool()} label="Ir agora" />
    </AccountScreen>
  )
}
