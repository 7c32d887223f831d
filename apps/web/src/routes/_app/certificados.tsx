import { createFileRoute } from '@tanstack/react-router'
import { certificateQueries } from '../../features/certificates/certificates.queries.ts'
import { MyCertificatesPage } from '../../features/certificates/my-certificates-page.tsx'
import { requireMember } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/certificados')({
  beforeLoad: requireMember,
  loader: ({ context }) => context.queryClient.ensureQueryData(certificateQueries.mine(schoolIdOf(context))),
  component: MyCertificatesPage,
})
