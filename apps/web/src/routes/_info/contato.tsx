import { createFileRoute } from '@tanstack/react-router'
import { ContactPage } from '../../features/accounts/contact-page.tsx'
import { requireAnySchool } from '../../session/guards.ts'

export const Route = createFileRoute('/_public/contato')({ beforeLoad: requireAnySchool, component: ContactPage })
