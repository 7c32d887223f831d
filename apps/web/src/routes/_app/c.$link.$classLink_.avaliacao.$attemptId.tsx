import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AttemptPage } from '../../features/exam-attempts/attempt-page.tsx'
import { learningQueries } from '../../features/learning/learning.queries.ts'
import { requireStudent } from '../-exam-route.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/c/$link/$classLink_/avaliacao/$attemptId')({
  beforeLoad: ({ location, params }) => requireStudent(location, params),
  // The attempt itself is opened by its page, because a link that is only pointed at must not take it from another device. Its lesson may be closed by now.
  loader: ({ context, params: { link, classLink } }) =>
    context.queryClient.prefetchQuery({
      ...learningQueries.lesson(schoolIdOf(context), link, classLink),
      meta: { isAhead: true },
    }),
  component: AttemptRoute,
})

function AttemptRoute() {
  const { attemptId, ...lesson } = Route.useParams()
  const { data } = useQuery({
    ...learningQueries.lesson(schoolIdOf(Route.useRouteContext()), lesson.link, lesson.classLink),
    enabled: false,
  })
  return <AttemptPage key={attemptId} attemptId={attemptId} lesson={lesson} lessonTitle={data?.content.title ?? ''} />
}
