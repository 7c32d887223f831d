import { createFileRoute, redirect } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { askRound } from '../../features/practice/practice.queries.ts'
import { PracticePage } from '../../features/practice/practice-page.tsx'
import { readIsAuthor, requireMember } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

/** Two words below the course: one would stand in the place of a lesson with the address `treino`. */
export const Route = createFileRoute('/_app/c/$link/treino/questoes')({
  beforeLoad: async ({ location, params: { link } }) => {
    await requireMember({ location })
    if (await readIsAuthor(link)) throw redirect({ to: '/c/$link', params: { link } })
  },
  // A pointer over a link asks no questions: practice opens its lessons.
  loader: async ({ context, cause, params: { link } }) => {
    if (cause === 'preload') return
    await askRound(context.queryClient, schoolIdOf(context), link).catch((error: unknown) => {
      // The page of the course says why it can't be studied.
      const isShut = error instanceof ApiError && (error.status === 403 || error.status === 404)
      throw isShut ? redirect({ to: '/c/$link', params: { link }, replace: true }) : error
    })
  },
  component: PracticeRoute,
})

function PracticeRoute() {
  const { link } = Route.useParams()
  return <PracticePage key={link} link={link} />
}
