import { createFileRoute } from '@tanstack/react-router'
import { RecoveryRequestPage } from '../../features/accounts/recovery-request-page.tsx'

export const Route = createFileRoute('/_public/recuperar-senha')({ component: RecoveryRequestPage })
