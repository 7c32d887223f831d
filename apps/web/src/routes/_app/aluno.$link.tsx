import { createFileRoute } from '@tanstack/react-router'
import { StudentOpenings } from '../../features/calendars/student-openings.tsx'
import { StudentPage } from '../../features/students/student-page.tsx'
import { studentQueries } from '../../features/students/students.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/aluno/$link')({
  beforeLoad: requireAdmin,
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(studentQueries.one(schoolIdOf(context), params.link)),
  component: StudentRoute,
})

function StudentRoute() {
  const { link } = Route.useParams()
  return (
    <StudentPage
      key={link}
      link={link}
      courseAction={(userId, degree) => <StudentOpenings userId={userId} degree={degree} />}
    />
  )
}
