import { createFileRoute } from '@tanstack/react-router'
import { EmailSection } from '../../features/email-changes/email-section.tsx'
import { AccountPage } from '../../features/profiles/account-page.tsx'

export const Route = createFileRoute('/_account/minha-conta')({ component: Account })

function Account() {
  return <AccountPage email={<EmailSection />} />
}
