import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { EmailSection } from '../../features/email-changes/email-section.tsx'
import { AccountPage } from '../../features/profiles/account-page.tsx'
import { useViewRole } from '../../session/context.ts'
import { requireProviderDocument } from '../../session/provider-document.ts'
import { viewRoleOf } from '../-view-role.ts'

// Students have no cards here, and load nothing of them.
const AccountCards = lazyRouteComponent(() => import('../-account-cards.tsx'), 'AccountCards')

export const Route = createFileRoute('/_account/minha-conta')({
  beforeLoad: async (guarded) => {
    if ((await viewRoleOf(guarded.context)) === 'admin') await requireProviderDocument(guarded)
  },
  loader: async ({ context }) => {
    if ((await viewRoleOf(context)) === 'admin') await AccountCards.preload?.()
  },
  component: Account,
})

function Account() {
  return (
    <AccountPage
      email={
        <>
          <EmailSection />
          {useViewRole() === 'admin' && <AccountCards />}
        </>
      }
    />
  )
}
