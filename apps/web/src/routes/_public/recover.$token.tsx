import { createFileRoute } from '@tanstack/react-router'
import { NewPasswordPage } from '../../features/accounts/new-password-page.tsx'

export const Route = createFileRoute('/_public/recover/$token')({ component: NewPasswordPage })
