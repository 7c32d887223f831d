import { createFileRoute } from '@tanstack/react-router'
import { InvitationPage } from '../../features/accounts/invitation-page.tsx'

export const Route = createFileRoute('/_public/welcome/$token')({ component: InvitationPage })
