import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { certificateQueries } from '../../features/certificates/certificates.queries.ts'
import { VerificationError } from '../../features/certificates/verification-error.tsx'
import { VerificationPage } from '../../features/certificates/verification-page.tsx'
import { requireAnySchool } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_public/v/$code')({
  beforeLoad: requireAnySchool,
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(certificateQueries.verification(schoolIdOf(context), params.code)),
  component: Verify,
  errorComponent: VerificationFailed,
})

function Verify() {
  return <VerificationPage code={Route.useParams().code} />
}

function VerificationFailed({ error }: ErrorComponentProps) {
  return <VerificationError error={error} code={Route.useParams().code} />
}
