import { Box } from '@mantine/core'
import { createFileRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router'
import { useState } from 'react'
import { readDeadLink } from '../../features/accounts/dead-link.ts'
import { learningQueries } from '../../features/learning/learning.queries.ts'
import { contextQuery, useAppContext, useViewRole } from '../../session/context.ts'
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
    // The figures come with the context: those of a moment ago are shown, and put right where other pages have changed them.
    if (!preload) void queryClient.prefetchQuery({ ...contextQuery, staleTime: 1000 })
    await AdminHome.preload?.()
    return (await import('../-admin-home.tsx')).loadAdminHome(queryClient, schoolIdOf(context))
  },
  component: Home,
})

function Home() {
  const { days } = Route.useSearch()
  const navigate = Route.useNavigate()
  const isAdmin = useViewRole() === 'admin'
  const { school, user } = useAppContext()
  // An administrator of the platform who visits the school is asked nothing.
  const [isDataMissing] = useState(!school?.platform_view && !(school?.cellphone && user?.cellphone))
  const [hasDeadLink] = useState(() => readDeadLink() !== undefined)
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
          onDays={(days) => void navigate({ search: { days }, replace: true, resetScroll: false })}
        />
      ) : (
        <StudentHome />
      )}
      {isAdmin && isDataMissing && <SchoolData />}
    </>
  )
}
