import { createFileRoute } from '@tanstack/react-router'
import { ownDataQueries } from '../../features/own-data/own-data.queries.ts'
import { OwnDataPage } from '../../features/own-data/own-data-page.tsx'
import { contextQuery } from '../../session/context.ts'
import { toLogin } from '../../session/guards.ts'
import { deletionQuery } from '../../ui/account/deletion-query.ts'

export const Route = createFileRoute('/_account/minha-conta_/dados')({
  loader: async ({ context: { queryClient }, location }) => {
    const { user } = await queryClient.ensureQueryData(contextQuery)
    if (!user) throw toLogin(location)
    // A session of a school reaches none of it; the page says so.
    if (!user.hasOwnSession) return
    await Promise.all([queryClient.ensureQueryData(ownDataQueries.texts), queryClient.ensureQueryData(deletionQuery)])
  },
  component: OwnDataPage,
})
