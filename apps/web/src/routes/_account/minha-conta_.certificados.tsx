import { createFileRoute } from '@tanstack/react-router'
import { certificateQueries } from '../../features/certificates/certificates.queries.ts'
import { OwnCertificatesPage, ownSchoolsOf } from '../../features/certificates/own-certificates-page.tsx'
import { contextQuery } from '../../session/context.ts'
import { toLogin } from '../../session/guards.ts'

export const Route = createFileRoute('/_account/minha-conta_/certificados')({
  validateSearch: ({ escola }: Record<string, unknown>): { escola?: string } => ({
    escola: escola === undefined ? undefined : String(escola),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, location, deps: { escola } }) => {
    const context = await queryClient.ensureQueryData(contextQuery)
    if (!context.user) throw toLogin(location)
    // One school that does not answer says so in its own place.
    await Promise.all(
      ownSchoolsOf(context, escola).map(({ id }) => queryClient.prefetchQuery(certificateQueries.mine(id))),
    )
  },
  component: OwnCertificates,
})

function OwnCertificates() {
  return <OwnCertificatesPage schoolId={Route.useSearch().escola} />
}
