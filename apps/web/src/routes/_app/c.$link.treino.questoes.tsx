import { createFileRoute, type ErrorComponentProps, redirect } from '@tanstack/react-router'
import { CourseError } from '../../features/learning/course-error.tsx'
import { askRound } from '../../features/practice/practice.queries.ts'
import { PracticePage } from '../../features/practice/practice-page.tsx'
import { contextQuery } from '../../session/context.ts'
import { requireMember } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

/** Two words below the course: one would stand in the place of a lesson with the address `treino`. */
export const Route = createFileRoute('/_app/c/$link/treino/questoes')({
  beforeLoad: async ({ location, context, params: { link } }) => {
    await requireMember({ location })
    const { school } = await context.queryClient.ensureQueryData(contextQuery)
    if (school?.role.includes('admin')) throw redirect({ to: '/c/$link', params: { link } })
  },
  // A pointer over a link asks no questions: practice opens its lessons.
  loader: async ({ context, cause, params: { link } }) => {
    if (cause !== 'preload') await askRound(context.queryClient, schoolIdOf(context), link)
  },
  component: PracticeRoute,
  errorComponent: PracticeFailed,
})

function PracticeRoute() {
  const { link } = Route.useParams()
  return <PracticePage key={link} link={link} />
}

function PracticeFailed({ error }: ErrorComponentProps) {
  return <CourseError error={error} link={Route.useParams().link} />
}
