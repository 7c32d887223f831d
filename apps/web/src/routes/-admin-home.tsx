import type { QueryClient } from '@tanstack/react-query'
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
import { usePrefetchedQuery } from '../ui/loading/use-prefetched-query.ts'

const questionsOf = (schoolId: string) => threadQueries.waiting(schoolId, 1)
const unmatchedOf = (schoolId: string) => saleQueries.list(schoolId, { page: 1, state: 'unmatched' })

export const loadAdminHome = (client: QueryClient, schoolId: string) =>
  Promise.all([
    client.ensureQueryData(todayQueries.get(schoolId)),
    client.ensureQueryData(questionsOf(schoolId)),
    client.ensureQueryData(unmatchedOf(schoolId)),
    client.ensureQueryData(saleQueries.list(schoolId, { page: 1, state: 'no_email' })),
    // The use of the plan, and the invitation over the page: they may fail alone.
    client.prefetchQuery(ledgerQueries.monthStudents(schoolId)),
    client.prefetchQuery(affiliateQueries.franchisors(schoolId)),
  ])

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
  const questions = usePrefetchedQuery(questionsOf(id)).data
  const answers = useAppContext().openAnswers.waiting
  const sales = usePrefetchedQuery(unmatchedOf(id)).data
  const rows = (
    <>
      <WaitingQuestions />
      <WaitingAnswers />
      <WaitingSales />
    </>
  )
  return (
    <>
      <TodayPage
        waiting={{
          count: questions.total + answers + sales.unmatched + sales.without_email + sales.not_understood,
          rows,
        }}
        planUse={<FreeStudents />}
        period={periodOf(days)}
        onPeriod={(period) => onDays(searchOf(period).days)}
      />
      {!isAsked && !platform_view && <InvitationModal />}
    </>
  )
}
