import { createFileRoute } from '@tanstack/react-router'
import { VerificationPage } from '../../features/certificates/verification-page.tsx'

export const Route = createFileRoute('/_public/v/$code')({ component: Verify })

function Verify() {
  const { code } = Route.useParams()
  return <VerificationPage code={code} />
}
