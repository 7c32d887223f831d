import { createFileRoute } from '@tanstack/react-router'
import { ActivationPage } from '../../features/accounts/activation-page.tsx'

export const Route = createFileRoute('/_public/activate/$token')({ component: ActivationPage })
