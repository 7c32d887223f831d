import { createFileRoute } from '@tanstack/react-router'
import { NewCoursePage } from '../../features/courses/course-editor/new-course-page.tsx'
import { requireAdmin } from '../../session/guards.ts'

export const Route = createFileRoute('/_app/curso/$categoryId/novo')({
  beforeLoad: requireAdmin,
  component: NewCourseRoute,
})

function NewCourseRoute() {
  const { categoryId } = Route.useParams()
  return <NewCoursePage categoryId={categoryId} />
}
