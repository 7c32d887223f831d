import { type QueryClient, useQuery } from '@tanstack/react-query'
import { affiliateQueries } from '../features/affiliates/affiliates.queries.ts'
import { InvitationModal } from '../features/affiliates/invitation-modal.tsx'
import { WaitingAnswers } from '../features/exam-open-answers/waiting-answers.tsx'
import { FreeStudents } from '../features/ledger/free-students.tsx'
import { ledgerQueries } from '../features/ledger/ledger.queries.ts'
import { saleQueries } from '../features/sales/sales.queries.ts'
import { WaitingSales } from '../features/sales/waiting-sales.tsx'
import { threadQueries } from '../features/threads/threads.queries.ts'
import { WaitingQuestions } from '../features/threads/waiting-questions.tsx'
import { periodOf, searchOf, todayQueries } from '../features/today/today.queries.ts'
import { TodayPage } from '../features/today/today-page.tsx'
import { useAppContext, useSchool } from '../session/context.ts'
import { type OwnRights, useRights } from '../session/rights.ts'

const questionsOf = (schoolId: string) => threadQueries.waiting(schoolId, 1)
const unmatchedOf = (schoolId: string) => saleQueries.list(schoolId, { page: 1, state: 'unmatched' })

/** Loads the home of a member of the team: of its parts, those that their rights open. */
export function loadAdminHome(client: QueryClient, schoolId: string, { may, maySomewhere }: OwnRights) {
  return Promise.all([
    client.ensureQueryData(todayQueries.get(schoolId)),
    maySomewhere('threads') && client.ensureQueryData(questionsOf(schoolId)),
    may('sales') && client.ensureQueryData(unmatchedOf(schoolId)),
    may('sales') && client.ensureQueryData(saleQueries.list(schoolId, { page: 1, state: 'no_email' })),
    // The use of the plan, and the invitation over the page: they may fail alone.
    may('money') && client.prefetchQuery(ledgerQueries.monthStudents(schoolId)),
    may('affiliates') && client.prefetchQuery(affiliateQueries.franchisors(schoolId)),
  ])
}

interface AdminHomeProps {
  /** Days of the chart, as the address asks for them. */
  days: unknown
  onDays: (days: number | undefined) => void
  /** True while another dialog is open over the page. */
  isAsked: boolean
}

/** An administrator's home, of what several features have for it. */
export function AdminHome({ days, onDays, isAsked }: AdminHomeProps) {
  const { id, platform_view } = useSchool()
  const { may, maySomewhere } = useRights()
  const has = { questions: maySomewhere('threads'), answers: maySomewhere('courses'), sales: may('sales') }
  const questions = useQuery({ ...questionsOf(id), enabled: has.questions }).data
  const sales = useQuery({ ...unmatchedOf(id), enabled: has.sales }).data
  const { waiting } = useAppContext().openAnswers
  const counts = [
    questions?.total ?? 0,
    has.answers ? waiting : 0,
    sales ? sales.unmatched + sales.without_email + sales.not_understood : 0,
  ]
  const rows = (
    <>
      {has.questions && <WaitingQuestions />}
      {has.answers && <WaitingAnswers />}
      {has.sales && <WaitingSales />}
    </>
  )
  return (
    <>
      <TodayPage
        waiting={{
          count: counts.reduce((sum, each) => sum + each, 0),
          rows,
        }}
        planUse={may('money') && <FreeStudents />}
        period={periodOf(days)}
        onPeriod={(period) => onDays(searchOf(period).days)}
      />
      {!isAsked && !platform_view && may('affiliates') && <InvitationModal />}
    </>
  )
}
