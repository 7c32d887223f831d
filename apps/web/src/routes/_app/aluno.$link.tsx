import { createFileRoute } from '@tanstack/react-router'
import { StudentOpenings } from '../../features/calendars/student-openings.tsx'
import { formatEvent } from '../../features/sales/sale-events.ts'
import { StudentPage } from '../../features/students/student-page.tsx'
import { studentQueries } from '../../features/students/students.queries.ts'
import { AccessAnswers } from '../../features/timeline/access-answers.tsx'
import { timelineQueries } from '../../features/timeline/timeline.queries.ts'
import { Timeline } from '../../features/timeline/timeline.tsx'
import { requireAdmin } from '../../session/guards.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/aluno/$link')({
  beforeLoad: requireAdmin,
  loader: ({ context, params: { link } }) => {
    const schoolId = schoolIdOf(context)
    void context.queryClient.prefetchQuery(timelineQueries.explain(schoolId, link))
    return context.queryClient.ensureQueryData(studentQueries.one(schoolId, link))
  },
  component: StudentRoute,
})

function StudentRoute() {
  const { link } = Route.useParams()
  return (
    <StudentPage
      key={link}
      link={link}
      courseAction={(userId, degree) => <StudentOpenings userId={userId} degree={degree} />}
      accessOf={({ email, is_admin }) => <AccessAnswers link={link} email={email} isAdmin={is_admin} />}
      timeline={<Timeline link={link} formatSaleEvent={formatEvent} />}
    />
  )
}
