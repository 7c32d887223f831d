import { createFileRoute, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { UndeliveredMailPage } from '../../features/undelivered-mails/undelivered-mail-page.tsx'
import { undeliveredMailQueries } from '../../features/undelivered-mails/undelivered-mails.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { pageOf } from '../-list-search.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/config_/emails')({
  validateSearch: ({ page }: { page?: number } & SearchSchemaInput) => ({ page: pageOf(page) }),
  search: { middlewares: [stripSearchParams({ page: 1 })] },
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, cause }) =>
    cause === 'stay'
      ? undefined
      : context.queryClient.ensureQueryData(undeliveredMailQueries.list(schoolIdOf(context), deps.page)),
  component: UndeliveredMailsRoute,
})

function UndeliveredMailsRoute() {
  const { page } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <UndeliveredMailPage page={page} onPage={(page) => void navigate({ search: { page } })} />
}
