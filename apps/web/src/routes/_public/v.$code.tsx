import { createFileRoute } from '@tanstack/react-router'
import { VerificationPage } from '../../features/certificates/verification-page.tsx'
import { requireAnySchool } from '../../session/guards.ts'

export const Route = createFileRoute('/_public/v/$code')({ beforeLoad: requireAnySchool, component: Verify })

function Verify() {
  const { code } = Route.useParams()
  return <VerificationPage code={code} />
}
