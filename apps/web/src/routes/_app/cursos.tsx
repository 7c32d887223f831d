import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { courseQueries } from '../../features/courses/courses.queries.ts'
import { HomePage } from '../../features/learning/home-page.tsx'
import { learningQueries } from '../../features/learning/learning.queries.ts'
import { useViewRole } from '../../session/context.ts'
import { schoolIdOf } from '../-school-id.ts'
import { viewRoleOf } from '../-view-role.ts'

const CategoriesPage = lazyRouteComponent(
  () => import('../../features/courses/board/categories-page.tsx'),
  'CategoriesPage',
)

export const Route = createFileRoute('/_app/cursos')({
  loader: async ({ context }) => {
    const schoolId = schoolIdOf(context)
    if ((await viewRoleOf(context)) !== 'admin')
      return context.queryClient.ensureQueryData(learningQueries.home(schoolId))
    return Promise.all([
      CategoriesPage.preload?.(),
      context.queryClient.ensureQueryData(courseQueries.categories(schoolId)),
    ])
  },
  component: CourseListPage,
})

function CourseListPage() {
  return useViewRole() === 'admin' ? <CategoriesPage /> : <HomePage />
}
