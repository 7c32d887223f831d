import { ApiError } from '../../api/client.ts'
import { PageError } from '../../ui/loading/page-error.tsx'
import { CourseSkeleton } from './course-skeleton.tsx'
import { Leaving } from './leaving.tsx'
import { NoAccess } from './no-access.tsx'
import { toCourses } from './to-courses.ts'

/** Stands in place of a course: it shows the server's refusal, and leads to the list of courses (part 2 §8). */
export function CourseError({ error, link }: { error: unknown; link: string }) {
  if (!(error instanceof ApiError) || error.leavesPage || error.status === 0 || error.code === 'permission_needed')
    return <PageError error={error} />
  if (error.code === 'degree_forbidden') return <NoAccess link={link} />
  return (
    <Leaving error={error} to={{ to: toCourses.to }}>
      <CourseSkeleton />
    </Leaving>
  )
}
