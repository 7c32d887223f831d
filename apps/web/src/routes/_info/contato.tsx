import { createFileRoute } from '@tanstack/react-router'
import { ContactPage } from '../../features/pages/contact-page.tsx'
import { requireAnySchool } from '../../session/guards.ts'

export const Route = createFileRoute('/_info/contato')({ beforeLoad: requireAnySchool, component: ContactPage })
