import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '../../features/profiles/profile-page.tsx'
import { profileQueries } from '../../features/profiles/profiles.queries.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/p/$link')({
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(profileQueries.one(schoolIdOf(context), params.link)),
  component: () => <ProfilePage link={Route.useParams().link} />,
})
