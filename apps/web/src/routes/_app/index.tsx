import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useViewRole } from '../../session/context.ts'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'

const AdminHome = lazy(() => import('../../features/shell/admin-home.tsx'))
// Who studies here and who visits begin with the courses.
const StudentHome = lazy(async () => ({ default: (await import('../../features/learning/home-page.tsx')).HomePage }))

export const Route = createFileRoute('/_app/')({ component: Home })

function Home() {
  const role = useViewRole()
  return <Suspense fallback={<PageSkeleton />}>{role === 'admin' ? <AdminHome /> : <StudentHome />}</Suspense>
}
