import { firstName } from '@escola/contract/people'
import { useUser } from '../../session/context.ts'
import { Page } from '../../ui/page.tsx'

export function AdminHome() {
  const user = useUser()
  return <Page title={user ? `Olá, ${firstName(user.name)}` : 'Olá'}>{null}</Page>
}
