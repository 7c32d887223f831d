import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { MissingFactorPage } from '../../features/security/missing-factor-page.tsx'
import { contextQuery } from '../../session/context.ts'
import { readRedirect } from '../../session/redirect.ts'

export const Route = createFileRoute('/_public/verificacao')({
  validateSearch: ({ redirect }: Record<string, unknown>): { redirect?: string } => ({
    redirect: readRedirect(redirect),
  }),
  loader: async ({ context: { queryClient } }) => {
    if (!(await queryClient.ensureQueryData(contextQuery)).missingFactor) throw redirect({ to: '/' })
  },
  component: MissingFactorRoute,
})

function MissingFactorRoute() {
  const { queryClient } = Route.useRouteContext()
  const { redirect: target = '/' } = Route.useSearch()
  const router = useRouter()
  const leave = async () => {
    await queryClient.fetchQuery({ ...contextQuery, staleTime: 0 })
    await router.navigate({ href: target, replace: true })
  }
  return <MissingFactorPage onDone={leave} />
}
