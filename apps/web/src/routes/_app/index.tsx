import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { learningQueries } from '../../features/learning/learning.queries.ts'
import { contextQuery, readViewRole, useViewRole } from '../../session/context.ts'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { schoolIdOf } from '../-school-id.ts'

const AdminHome = lazy(() => import('../../features/shell/admin-home.tsx'))
// Who studies here and who visits begin with the courses.
const StudentHome = lazy(async () => ({ default: (await import('../../features/learning/home-page.tsx')).HomePage }))

export const Route = createFileRoute('/_app/')({
  loader: async ({ context }) => {
    // An administrator's figures come with the context.
    if (readViewRole(await context.queryClient.ensureQueryData(contextQuery)) === 'admin') return
    await context.queryClient.ensureQueryData(learningQueries.home(schoolIdOf(context)))
  },
  component: Home,
})

function Home() {
  const role = useViewRole()
  return <Suspense fallback={<PageSkeleton />}>{role === 'admin' ? <AdminHome /> : <StudentHome />}</Suspense>
}
