import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../../features/profiles/account-page.tsx'

export const Route = createFileRoute('/_account/minha-conta')({ component: AccountPage })
