import { learning, type StudentContent, type StudentDegree } from '@escola/contract/learning.contract'
import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseSuspenseQueryOptions,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { ApiError, api } from '../../api/client.ts'
import { nounKey } from '../../ui/nouns.ts'
import { untilOpening } from './lesson-openings.ts'
import { type Confirmation, withConfirmation } from './lesson-order.ts'

/** What a course and a lesson call have in common, so that one change reaches both. */
export interface DegreeAnswer {
  degree: StudentDegree
  content?: StudentContent | null
}

/** What was marked in another window is there when the person comes back to this one. */
const onReturn = { refetchOnWindowFocus: 'always' } as const

const degree = (schoolId: string, link: string) => [...nounKey(schoolId, 'learning'), 'degree', link] as const

const confirmed = new Map<string, Confirmation>()
const courseOf = (schoolId: string, link: string) => `${schoolId}/${link}`

/** What was asked for before a mark was confirmed is older than that mark, though it may arrive after it. */
async function uptodate<T extends DegreeAnswer>(schoolId: string, link: string, request: Promise<T>): Promise<T> {
  const course = courseOf(schoolId, link)
  const before = confirmed.get(course)
  const answer = await request
  const after = confirmed.get(course)
  return after && after !== before ? withConfirmation(answer, after) : answer
}

export const learningQueries = {
  homeKey: (schoolId: string) => [...nounKey(schoolId, 'learning'), 'home'] as const,
  home: (schoolId: string) =>
    queryOptions({
      ...onReturn,
      queryKey: learningQueries.homeKey(schoolId),
      queryFn: ({ signal }) => api(learning.home, { params: { schoolId }, signal }),
    }),
  course: (schoolId: string, link: string) =>
    queryOptions({
      ...onReturn,
      queryKey: [...degree(schoolId, link), 'course'] as const,
      queryFn: ({ signal }) =>
        uptodate(schoolId, link, api(learning.course, { params: { schoolId, degreeLink: link }, signal })),
      // The certificate is drawn in the background.
      refetchInterval: ({ state }) =>
        state.data?.degree.certificate?.status === 'queued' ? 2000 : untilOpening(state.data?.degree),
    }),
  lesson: (schoolId: string, link: string, classLink: string) =>
    queryOptions({
      ...onReturn,
      queryKey: [...degree(schoolId, link), 'lesson', classLink] as const,
      queryFn: async ({ signal }) => {
        const request = { params: { schoolId, degreeLink: link }, body: { classLink }, signal }
        const { degree, content } = await uptodate(schoolId, link, api(learning.lesson, request))
        if (!content) throw new ApiError(404, { code: 'not_found' })
        return { degree, content }
      },
      refetchInterval: ({ state }) => untilOpening(state.data?.degree),
    }),
}

/** What the server refuses now is not shown from memory; without a connection, memory is all there is. */
export function useLearning<Answer, Key extends QueryKey>(
  query: UseSuspenseQueryOptions<Answer, Error, Answer, Key>,
): Answer {
  const { data, error, isFetching } = useSuspenseQuery(query)
  // What was refused before may be granted now.
  if (!isFetching && error instanceof ApiError && (error.status === 403 || error.status === 404)) throw error
  return data
}

/** The course as its page or any of its lessons has told of it. */
export const rememberedDegree = (client: QueryClient, schoolId: string, link: string): StudentDegree | undefined =>
  client.getQueriesData<DegreeAnswer>({ queryKey: degree(schoolId, link) }).find(([, answer]) => answer)?.[1]?.degree

/** Access to the course has ended: no screen shows it from memory, and the lists that name it are asked for again. */
export function forgetCourse(client: QueryClient, schoolId: string, link: string) {
  // What is still on the screen is about to leave it.
  client.removeQueries({ queryKey: degree(schoolId, link), type: 'inactive' })
  void client.invalidateQueries({ queryKey: learningQueries.homeKey(schoolId) })
}

/** The server knows a mark: everything that is known of the course here knows it too, now and when it is still on its way. */
export function confirmMark(client: QueryClient, schoolId: string, link: string, confirmation: Confirmation) {
  confirmed.set(courseOf(schoolId, link), confirmation)
  client.setQueriesData<DegreeAnswer>(
    { queryKey: degree(schoolId, link) },
    (answer) => answer && withConfirmation(answer, confirmation),
  )
  void client.invalidateQueries({ queryKey: learningQueries.homeKey(schoolId) })
}
