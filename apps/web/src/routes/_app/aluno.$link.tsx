import { plainCode, salesPlatforms } from '@escola/contract/sales'
import { createFileRoute, redirect, type SearchSchemaInput } from '@tanstack/react-router'
import { StudentOpenings } from '../../features/calendars/student-openings.tsx'
import { examResultQueries } from '../../features/exam-results/exam-results.queries.ts'
import { StudentExams } from '../../features/exam-results/student-exams.tsx'
import { OtherEmails } from '../../features/other-emails/other-emails.tsx'
import { GivePurchase } from '../../features/sales/give-purchase.tsx'
import { formatEvent } from '../../features/sales/sale-events.ts'
import { mayBeOthers } from '../../features/sales/sale-words.ts'
import { StudentPage } from '../../features/students/student-page.tsx'
import { studentQueries } from '../../features/students/students.queries.ts'
import { AccessState } from '../../features/timeline/access-state.tsx'
import { CohortAnswers } from '../../features/timeline/cohort-answers.tsx'
import { timelineQueries } from '../../features/timeline/timeline.queries.ts'
import { Timeline } from '../../features/timeline/timeline.tsx'
import { timelineEvents } from '../../features/timeline/timeline-part.ts'
import { contextQuery } from '../../session/context.ts'
import { requireAdmin } from '../../session/guards.ts'
import { readOwnRights } from '../../session/rights.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/aluno/$link')({
  validateSearch: ({ corrigir }: { corrigir?: unknown } & SearchSchemaInput): { corrigir?: 'email' } =>
    corrigir === 'email' ? { corrigir } : {},
  beforeLoad: requireAdmin,
  loader: async ({ context, params: { link } }) => {
    const schoolId = schoolIdOf(context)
    const { queryClient } = context
    const { may } = readOwnRights(await queryClient.ensureQueryData(contextQuery))
    // All parts are waited for, so that none comes late and moves a button from under a finger. Those that fail say so themselves.
    const [{ student }] = await Promise.all([
      queryClient.ensureQueryData(studentQueries.one(schoolId, link)),
      queryClient.prefetchQuery(timelineQueries.explain(schoolId, link)),
      queryClient.prefetchQuery(timelineQueries.list(schoolId, link, { part: '', before: '' })),
      may('courses') && queryClient.prefetchQuery(examResultQueries.ofStudent(schoolId, link)),
      timelineEvents.load().catch(() => undefined),
    ])
    // Another student goes on for this one.
    if (link !== student.link && link !== student.user_id)
      throw redirect({ to: '/aluno/$link', params: { link: student.link }, replace: true })
  },
  component: StudentRoute,
})

/** Lets an administrator give a purchase to another student. */
function giveActionOf({ platform, purchase_code }: { platform: string; purchase_code: string }) {
  const gateway = salesPlatforms.find((each) => each === platform)
  return (
    gateway && (
      <GivePurchase purchase={{ gateway, transaction: purchase_code }} about={plainCode(gateway, purchase_code)} />
    )
  )
}

function StudentRoute() {
  const { link } = Route.useParams()
  const { corrigir } = Route.useSearch()
  return (
    <StudentPage
      key={link}
      link={link}
      opensCorrection={corrigir === 'email'}
      courseAction={(userId, degree) => <StudentOpenings userId={userId} degree={degree} />}
      stateOf={(parts) => <AccessState link={link} {...parts} />}
      cohortsOf={(parts) => <CohortAnswers link={link} purchaseActionOf={giveActionOf} {...parts} />}
      examsOf={(student) => <StudentExams link={link} student={student} />}
      otherEmailsOf={(userId) => <OtherEmails userId={userId} />}
      timeline={
        <Timeline
          link={link}
          formatSaleEvent={formatEvent}
          saleActionOf={(sale) => mayBeOthers(sale) && giveActionOf(sale)}
        />
      }
    />
  )
}
