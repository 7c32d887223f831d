import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { PurchaseHelpLink } from '../../features/accounts/purchase-help-link.tsx'
import { PublicCoursePage } from '../../features/course-pages/course-page.tsx'
import { CoursePageError } from '../../features/course-pages/course-page-error.tsx'
import { requireSchool } from '../../session/guards.ts'
import { coursePageQueries } from '../../ui/courses/course-pages.queries.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_info/conheca/$link')({
  beforeLoad: requireSchool,
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(coursePageQueries.one(schoolIdOf(context), params.link)),
  component: CoursePage,
  errorComponent: CoursePageFailed,
})

function CoursePage() {
  return <PublicCoursePage link={Route.useParams().link} purchaseHelp={<PurchaseHelpLink label="Já comprei" />} />
}

function CoursePageFailed({ error }: ErrorComponentProps) {
  return <CoursePageError error={error} link={Route.useParams().link} />
}
