import { useState } from 'react'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { AccountScreen } from './account-screen.tsx'
import { accountQueries } from './accounts.queries.ts'
import { InvitationForm } from './invitation-form.tsx'
import { Leaving } from './leaving.tsx'

export function InvitationPage({ token }: { token: string }) {
  const [home, setHome] = useState<string>()
  if (home === undefined) return <Invited token={token} onDone={setHome} />
  return (
    <AccountScreen title="Pronto!" text="A sua conta está criada e você já entrou.">
      <Leaving href={home} label="Ir agora" />
    </AccountScreen>
  )
}

/** Asks the invited user for a password. It stands apart from the page, because the link is spent once it was accepted. */
function Invited({ token, onDone }: { token: string; onDone: (home: string) => void }) {
  const { user, school } = usePrefetchedQuery(accountQueries.invitation(token)).data
  return (
    <AccountScreen title="Boas-vindas!" text={`Escolha uma senha para entrar em ${school.name}.`}>
      <InvitationForm token={token} user={user} onDone={onDone} />
    </AccountScreen>
  )
}
