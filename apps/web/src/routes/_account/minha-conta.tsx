import type { Context } from '@escola/contract/schools.contract'
import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { EmailSection } from '../../features/email-changes/email-section.tsx'
import { AccountPage } from '../../features/profiles/account-page.tsx'
import { contextQuery, useAppContext, useViewRole } from '../../session/context.ts'
import { isClosed } from '../../session/guards.ts'
import { requireProviderDocument } from '../../session/provider-document.ts'
import { readOwnRights } from '../../session/rights.ts'
import { viewRoleOf } from '../-view-role.ts'

// Students have no cards here, and load nothing of them.
const AccountCards = lazyRouteComponent(() => import('../-account-cards.tsx'), 'AccountCards')

export const Route = createFileRoute('/_account/minha-conta')({
  beforeLoad: async (guarded) => {
    if (await isOwner(guarded.context)) await requireProviderDocument(guarded)
  },
  loader: async ({ context }) => {
    if (await isOwner(context)) await AccountCards.preload?.()
  },
  component: Account,
})

/** Whether the user pays for the school in which the page is; a blocked one is not there. */
const paysFor = (context: Context) =>
  context.school !== null && !isClosed(context.school) && readOwnRights(context).may('money')

async function isOwner(context: Parameters<typeof viewRoleOf>[0]) {
  const known = await context.queryClient.ensureQueryData(contextQuery)
  return paysFor(known) && (await viewRoleOf(context)) === 'admin'
}

function Account() {
  const role = useViewRole()
  const pays = paysFor(useAppContext()) && role === 'admin'
  return (
    <AccountPage
      email={
        <>
          <EmailSection />
          {pays && <AccountCards />}
        </>
      }
    />
  )
}
