import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { examAttemptQueries } from '../../features/exam-attempts/exam-attempts.queries.ts'
import { ResultPage } from '../../features/exam-attempts/result-page.tsx'
import { learningQueries } from '../../features/learning/learning.queries.ts'
import { requireStudent } from '../-exam-route.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/c/$link/$classLink_/resultado/$attemptId')({
  beforeLoad: ({ location, params }) => requireStudent(location, params),
  loader: async ({ context, params }) => {
    const { link, classLink, attemptId } = params
    const schoolId = schoolIdOf(context)
    const lesson = learningQueries.lesson(schoolId, link, classLink)
    await Promise.all([
      context.queryClient.ensureQueryData(examAttemptQueries.result(schoolId, attemptId)).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'attempt_running') throw error
        throw redirect({ to: '/c/$link/$classLink/avaliacao/$attemptId', params, replace: true })
      }),
      // The access to the lesson may have ended; its results stay.
      context.queryClient.prefetchQuery({ ...lesson, meta: { isAhead: true } }),
    ])
  },
  component: ResultRoute,
})

function ResultRoute() {
  const { attemptId, ...lesson } = Route.useParams()
  const { data } = useQuery({
    ...learningQueries.lesson(schoolIdOf(Route.useRouteContext()), lesson.link, lesson.classLink),
    retry: false,
  })
  return (
    <ResultPage
      key={attemptId}
      attemptId={attemptId}
      lesson={lesson}
      lessonTitle={data?.content.title ?? ''}
      contentId={data?.content.id}
      isLessonComplete={data?.content.isComplete ?? false}
    />
  )
}
