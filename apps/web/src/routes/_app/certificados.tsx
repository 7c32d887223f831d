import { createFileRoute } from '@tanstack/react-router'
import { MyCertificatesPage } from '../../features/certificates/my-certificates-page.tsx'
import { requireMember } from '../../session/guards.ts'

export const Route = createFileRoute('/_app/certificados')({ beforeLoad: requireMember, component: MyCertificatesPage })
