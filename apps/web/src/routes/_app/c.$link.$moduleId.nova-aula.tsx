import { createFileRoute } from '@tanstack/react-router'
import { NewLessonPage } from '../../features/courses/lesson-editor/new-lesson-page.tsx'
import { loadCourse } from '../../features/courses/load-editors.ts'
import { requireAdmin } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/c/$link/$moduleId/nova-aula')({
  beforeLoad: requireAdmin,
  loader: ({ context, cause, params: { link } }) =>
    loadCourse({ queryClient: context.queryClient, schoolId: schoolIdOf(context), cause }, link),
  component: NewLessonRoute,
})

function NewLessonRoute() {
  const { link, moduleId } = Route.useParams()
  return <NewLessonPage link={link} moduleId={moduleId} />
}
