import type { Context } from '@escola/contract/schools.contract'
import { Box } from '@mantine/core'
import { createFileRoute, lazyRouteComponent, Navigate, redirect, type SearchSchemaInput } from '@tanstack/react-router'
import { useState } from 'react'
import { readDeadLink } from '../../features/accounts/dead-link.ts'
import { learningQueries } from '../../features/learning/learning.queries.ts'
import { contextQuery, useAppContext, useViewRole } from '../../session/context.ts'
import { readOwnRights } from '../../session/rights.ts'
import { schoolIdOf } from '../-school-id.ts'
import { viewRoleOf } from '../-view-role.ts'

const AdminHome = lazyRouteComponent(() => import('../-admin-home.tsx'), 'AdminHome')
const SchoolData = lazyRouteComponent(() => import('../-school-data.tsx'))
// Notice of a dead mailed link that led here.
const DeadLinkNotice = lazyRouteComponent(
  () => import('../../features/accounts/dead-link-notice.tsx'),
  'DeadLinkNotice',
)
// Students and visitors begin with the courses.
const StudentHome = lazyRouteComponent(() => import('../../features/learning/home-page.tsx'), 'HomePage')

export const Route = createFileRoute('/_app/')({
  validateSearch: ({ days }: { days?: unknown } & SearchSchemaInput): { days?: unknown } => ({ days }),
  loader: async ({ context, preload }) => {
    const { queryClient } = context
    if (readDeadLink()) await DeadLinkNotice.preload?.()
    if ((await viewRoleOf(context)) !== 'admin') {
      return Promise.all([
        StudentHome.preload?.(),
        queryClient.ensureQueryData(learningQueries.home(schoolIdOf(context))),
      ])
    }
    const first = await queryClient.ensureQueryData(contextQuery)
    // A school that owes reads that before all else (part 2 §2); it may have paid in another window.
    const known = owes(first) ? await queryClient.fetchQuery({ ...contextQuery, staleTime: 1000 }) : first
    if (owes(known)) throw redirect({ to: '/low-balance', replace: true })
    // The figures come with the context: those of a moment ago are shown, and put right where other pages have changed them.
    if (!preload) void queryClient.prefetchQuery({ ...contextQuery, staleTime: 1000 })
    await Promise.all([AdminHome.preload?.(), lacksData(known) && SchoolData.preload?.()])
    return (await import('../-admin-home.tsx')).loadAdminHome(queryClient, schoolIdOf(context), readOwnRights(known))
  },
  component: Home,
})

// An administrator of the platform who visits the school gets no notices and no questions.
// Both are for those who look after the money.
const paysFor = (context: Context) => !context.school?.platform_view && readOwnRights(context).may('money')
const owes = (context: Context) => paysFor(context) && context.bank.balance.startsWith('-')
const lacksData = (context: Context) =>
  paysFor(context) && !(context.school?.email && context.school.cellphone && context.user?.cellphone)

function Home() {
  const { days } = Route.useSearch()
  const navigate = Route.useNavigate()
  const isAdmin = useViewRole() === 'admin'
  const context = useAppContext()
  const [isDataMissing] = useState(() => lacksData(context))
  const [isAsked, setAsked] = useState(isDataMissing)
  const [hasDeadLink] = useState(() => readDeadLink() !== undefined)
  // The balance may have fallen since the context was loaded, which is read again beside the page.
  if (isAdmin && owes(context)) return <Navigate to="/low-balance" replace />
  return (
    <>
      {hasDeadLink && (
        <Box mb="lg">
          <DeadLinkNotice />
        </Box>
      )}
      {isAdmin ? (
        <AdminHome
          days={days}
          isAsked={isAsked}
          onDays={(days) => void navigate({ search: { days }, replace: true, resetScroll: false })}
        />
      ) : (
        <StudentHome />
      )}
      {isAdmin && isDataMissing && <SchoolData opened={isAsked} onClose={() => setAsked(false)} />}
    </>
  )
}
