import { createFileRoute, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { PlatformMailPage } from '../../features/undelivered-mails/platform-mail-page.tsx'
import { undeliveredMailQueries } from '../../features/undelivered-mails/undelivered-mails.queries.ts'
import { requirePlatform } from '../../session/guards.ts'
import { pageOf } from '../-list-search.ts'

export const Route = createFileRoute('/_info/escolas_/emails')({
  validateSearch: ({ page }: { page?: number } & SearchSchemaInput) => ({ page: pageOf(page) }),
  search: { middlewares: [stripSearchParams({ page: 1 })] },
  beforeLoad: requirePlatform,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, cause }) =>
    cause === 'stay'
      ? undefined
      : context.queryClient.ensureQueryData(undeliveredMailQueries.listOfPlatform(deps.page)),
  component: PlatformMailsRoute,
})

function PlatformMailsRoute() {
  const { page } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <PlatformMailPage page={page} onPage={(page) => void navigate({ search: { page } })} />
}
