import { createFileRoute, redirect } from '@tanstack/react-router'
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
  loader: async ({ context, params: { link } }) => {
    const schoolId = schoolIdOf(context)
    void context.queryClient.prefetchQuery(timelineQueries.explain(schoolId, link))
    const { student } = await context.queryClient.ensureQueryData(studentQueries.one(schoolId, link))
    // Another student goes on for this one.
    if (link !== student.link && link !== student.user_id)
      throw redirect({ to: '/aluno/$link', params: { link: student.link }, replace: true })
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
