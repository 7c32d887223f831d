import { createFileRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router'
import { courseQueries } from '../../features/courses/courses.queries.ts'
import { HomePage } from '../../features/learning/home-page.tsx'
import { learningQueries } from '../../features/learning/learning.queries.ts'
import { type MyCoursesSearch, readMyCourses } from '../../features/learning/my-courses-search.ts'
import { sharedPages, usePageRole } from '../../session/rights.ts'
import { schoolIdOf } from '../-school-id.ts'
import { pageRoleOf } from '../-view-role.ts'

const CategoriesPage = lazyRouteComponent(
  () => import('../../features/courses/board/categories-page.tsx'),
  'CategoriesPage',
)

const MyCoursesPage = lazyRouteComponent(() => import('../../features/learning/my-courses-page.tsx'), 'MyCoursesPage')

export const Route = createFileRoute('/_app/cursos')({
  validateSearch: (search: MyCoursesSearch & SearchSchemaInput) => readMyCourses(search),
  loader: async ({ context }) => {
    const schoolId = schoolIdOf(context)
    const role = await pageRoleOf(context, sharedPages['/_app/cursos'])
    if (role !== 'admin')
      return Promise.all([
        role === 'student' && MyCoursesPage.preload?.(),
        context.queryClient.ensureQueryData(learningQueries.home(schoolId)),
      ])
    return Promise.all([
      CategoriesPage.preload?.(),
      context.queryClient.ensureQueryData(courseQueries.categories(schoolId)),
    ])
  },
  component: CourseListPage,
})

function CourseListPage() {
  const role = usePageRole(sharedPages['/_app/cursos'])
  if (role === 'admin') return <CategoriesPage />
  return role === 'student' ? <MyCoursesPage /> : <HomePage />
}
