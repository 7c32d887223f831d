import { lazy, Suspense } from 'react'
import { useViewRole } from '../../session/context.ts'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'

const AdminHome = lazy(() => import('./admin-home.tsx'))
// Who studies here and who visits begin with the courses; the shell only places them.
const StudentHome = lazy(() => import('../learning/home-page.tsx').then((page) => ({ default: page.HomePage })))

export function HomePage() {
  const role = useViewRole()
  return <Suspense fallback={<PageSkeleton />}>{role === 'admin' ? <AdminHome /> : <StudentHome />}</Suspense>
}
