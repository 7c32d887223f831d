import { createFileRoute } from '@tanstack/react-router'
import { NewLessonPage } from '../../features/courses/lesson-editor/new-lesson-page.tsx'
import { requireAdmin } from '../../session/guards.ts'

export const Route = createFileRoute('/_app/c/$link/$moduleId/nova-aula')({
  beforeLoad: requireAdmin,
  component: NewLessonRoute,
})

function NewLessonRoute() {
  const { link, moduleId } = Route.useParams()
  return <NewLessonPage link={link} moduleId={moduleId} />
}
