import { createFileRoute, retainSearchParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { StudentLessonPage } from '../../features/learning/lesson-page.tsx'
import { useViewRole } from '../../session/context.ts'
import { requireMember } from '../../session/guards.ts'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'

const LessonEditorPage = lazy(async () => ({
  default: (await import('../../features/courses/lesson-editor/lesson-editor-page.tsx')).LessonEditorPage,
}))

export const Route = createFileRoute('/_app/c/$link/$classLink')({
  validateSearch: (search: Record<string, unknown>): { student?: 1 } =>
    String(search.student) === '1' ? { student: 1 } : {},
  // Whoever looks as a student goes on doing so from lesson to lesson.
  search: { middlewares: [retainSearchParams(['student'])] },
  beforeLoad: requireMember,
  component: LessonRoute,
})

function LessonRoute() {
  const { link, classLink } = Route.useParams()
  const { student } = Route.useSearch()
  if (useViewRole() !== 'admin' || student) return <StudentLessonPage link={link} classLink={classLink} />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <LessonEditorPage link={link} classLink={classLink} />
    </Suspense>
  )
}
