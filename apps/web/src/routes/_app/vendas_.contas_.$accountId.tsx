import { createFileRoute } from '@tanstack/react-router'
import { fieldMappingQueries } from '../../features/field-mappings/field-mappings.queries.ts'
import { MappingPage } from '../../features/field-mappings/mapping-page.tsx'
import { requireAdmin } from '../../session/guards.ts'
import { WebhookAddress } from '../../ui/sales-platforms/platform-fields.tsx'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/vendas_/contas_/$accountId')({
  beforeLoad: requireAdmin,
  loader: ({ context, params: { accountId } }) =>
    context.queryClient.ensureQueryData(fieldMappingQueries.one(schoolIdOf(context), accountId)),
  component: MappingRoute,
})

function MappingRoute() {
  const { accountId } = Route.useParams()
  return <MappingPage accountId={accountId} address={<WebhookAddress gateway="other" />} />
}
