import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { HomePage } from '../../features/learning/home-page.tsx'
import { useViewRole } from '../../session/context.ts'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'

const CategoriesPage = lazy(async () => ({
  default: (await import('../../features/courses/board/categories-page.tsx')).CategoriesPage,
}))

export const Route = createFileRoute('/_app/cursos')({ component: CourseListPage })

function CourseListPage() {
  if (useViewRole() !== 'admin') return <HomePage />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <CategoriesPage />
    </Suspense>
  )
}
