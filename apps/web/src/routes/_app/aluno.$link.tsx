import { createFileRoute } from '@tanstack/react-router'
import { StudentPage } from '../../features/students/student-page.tsx'
import { requireAdmin } from '../../session/guards.ts'

export const Route = createFileRoute('/_app/aluno/$link')({ beforeLoad: requireAdmin, component: StudentRoute })

function StudentRoute() {
  const { link } = Route.useParams()
  return <StudentPage key={link} link={link} />
}
