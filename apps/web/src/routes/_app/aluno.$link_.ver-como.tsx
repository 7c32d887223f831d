import { createFileRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router'
import { studentViewQueries } from '../../features/student-views/student-views.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'
import { readDay } from '../-student-search.ts'

const ViewedCourses = lazyRouteComponent(() => import('../-student-view.tsx'), 'ViewedCourses')

export const Route = createFileRoute('/_app/aluno/$link_/ver-como')({
  validateSearch: ({ em }: { em?: unknown } & SearchSchemaInput): { em?: string | undefined } => readDay(em),
  beforeLoad: requireAdmin,
  loaderDeps: ({ search: { em } }) => ({ day: em }),
  loader: ({ context, params: { link }, deps: { day } }): Promise<unknown> =>
    Promise.all([
      ViewedCourses.preload?.(),
      context.queryClient.ensureQueryData(studentViewQueries.courses(schoolIdOf(context), { link, day })),
    ]),
  component: ViewedCoursesRoute,
})

function ViewedCoursesRoute() {
  const { link } = Route.useParams()
  const { em } = Route.useSearch()
  return <ViewedCourses viewed={{ link, day: em }} />
}
