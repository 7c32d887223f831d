import { createFileRoute, retainSearchParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { StudentCoursePage } from '../../features/learning/course-page.tsx'
import { useViewRole } from '../../session/context.ts'
import { requireMember } from '../../session/guards.ts'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'

const CourseEditorPage = lazy(async () => ({
  default: (await import('../../features/courses/course-editor/course-editor-page.tsx')).CourseEditorPage,
}))

export const Route = createFileRoute('/_app/c/$link/')({
  /** ?student=1 shows an administrator what students see. */
  validateSearch: (search: Record<string, unknown>): { student?: 1 } =>
    String(search.student) === '1' ? { student: 1 } : {},
  // Whoever looks as a student goes on doing so from lesson to lesson.
  search: { middlewares: [retainSearchParams(['student'])] },
  beforeLoad: requireMember,
  component: CourseRoute,
})

function CourseRoute() {
  const { link } = Route.useParams()
  const { student } = Route.useSearch()
  if (useViewRole() !== 'admin' || student) return <StudentCoursePage link={link} />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <CourseEditorPage link={link} />
    </Suspense>
  )
}
