import { ApiError } from '../../api/client.ts'
import { PageError } from '../../ui/page-error.tsx'
import { CourseSkeleton } from './course-skeleton.tsx'
import { Leaving } from './leaving.tsx'
import { NoAccess } from './no-access.tsx'
import { toCourses } from './to-courses.ts'

/** In place of a course: one that is missing leads to the list of courses (part 2 §8). */
export function CourseError({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || error.leavesPage) return <PageError error={error} />
  if (error.code === 'degree_forbidden') return <NoAccess />
  if (error.status !== 404) return <PageError error={error} />
  return (
    <Leaving error={error} to={{ to: toCourses.to }}>
      <CourseSkeleton />
    </Leaving>
  )
}
