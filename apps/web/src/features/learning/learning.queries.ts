import { learning, type StudentDegree } from '@escola/contract/learning.contract'
import { type QueryClient, type QueryKey, queryOptions, type UseSuspenseQueryOptions } from '@tanstack/react-query'
import { ApiError, api } from '../../api/client.ts'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { nounKey } from '../../ui/nouns.ts'
import { computeHomeInterval, computeRefetchInterval } from './lesson-openings.ts'
import { type Confirmation, type DegreeAnswer, isDone, lessonsOf, withConfirmation } from './lesson-order.ts'

/** Marks of another window are there when the user comes back to this one. */
const onReturn = { refetchOnWindowFocus: 'always' } as const

const degreeKey = (schoolId: string, link: string) => [...nounKey(schoolId, 'learning'), 'degree', link] as const

const confirmed = new Map<string, Confirmation>()
const courseOf = (schoolId: string, link: string) => `${schoolId}/${link}`

/** An answer asked for before a mark was confirmed is older than that mark, though it may arrive after it. */
async function applyMarks<T extends DegreeAnswer>(schoolId: string, link: string, request: Promise<T>): Promise<T> {
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
      refetchInterval: ({ state }) => computeHomeInterval(state.data?.news),
    }),
  course: (schoolId: string, link: string) =>
    queryOptions({
      ...onReturn,
      queryKey: [...degreeKey(schoolId, link), 'course'] as const,
      queryFn: ({ signal }) =>
        applyMarks(schoolId, link, api(learning.course, { params: { schoolId, degreeLink: link }, signal })),
      // The certificate is drawn in the background.
      refetchInterval: ({ state }) =>
        state.data?.degree.certificate?.status === 'queued' ? 2000 : computeRefetchInterval(state.data?.degree),
    }),
  lesson: (schoolId: string, link: string, classLink: string) =>
    queryOptions({
      ...onReturn,
      queryKey: [...degreeKey(schoolId, link), 'lesson', classLink] as const,
      queryFn: async ({ signal, meta }) => {
        const isAhead = meta?.isAhead === true
        const request = { params: { schoolId, degreeLink: link }, body: { classLink, isAhead }, signal }
        const { degree, content } = await applyMarks(schoolId, link, api(learning.lesson, request))
        if (!content) throw new ApiError(404, { code: 'not_found' })
        return { degree, content }
      },
      refetchInterval: ({ state }) => computeRefetchInterval(state.data?.degree),
    }),
}

/**
 * Loads a lesson that its student opens. One that was asked for ahead, while the lesson before it was watched, is asked for again behind the page, so that
 * the school hears that it was opened.
 */
export async function openLesson(client: QueryClient, schoolId: string, link: string, classLink: string) {
  const query = learningQueries.lesson(schoolId, link, classLink)
  const wasAhead = client.getQueryCache().find({ queryKey: query.queryKey })?.meta?.isAhead === true
  const answer = await client.ensureQueryData(query)
  if (wasAhead) void client.prefetchQuery({ ...query, staleTime: 0 })
  return answer
}

/** Asks for the next lesson while the one before it is watched. */
export const fetchLessonAhead = (client: QueryClient, schoolId: string, link: string, classLink: string) =>
  client.prefetchQuery({ ...learningQueries.lesson(schoolId, link, classLink), meta: { isAhead: true } })

/** The server's refusal hides the cached answer; without a connection, the cached answer is shown. */
export function useLearning<Answer, Key extends QueryKey>(
  query: UseSuspenseQueryOptions<Answer, Error, Answer, Key>,
): Answer {
  const { data, error, isFetching } = usePrefetchedQuery(query)
  // A refusal may have been lifted since.
  if (!isFetching && error instanceof ApiError && (error.status === 403 || error.status === 404)) throw error
  return data
}

/** Course of the last answer for its page or any of its lessons. */
export const getCachedDegree = (client: QueryClient, schoolId: string, link: string): StudentDegree | undefined =>
  client.getQueriesData<DegreeAnswer>({ queryKey: degreeKey(schoolId, link) }).find(([, answer]) => answer)?.[1]?.degree

/** Access to the course has ended: no screen shows it from memory, and the lists that name it are asked for again. */
export function forgetCourse(client: QueryClient, schoolId: string, link: string) {
  // Queries that are still on the screen are about to leave it.
  client.removeQueries({ queryKey: degreeKey(schoolId, link), type: 'inactive' })
  void client.invalidateQueries({ queryKey: learningQueries.homeKey(schoolId) })
}

/** Asks again for the course and its lessons. */
export const refreshCourse = (client: QueryClient, schoolId: string, link: string) =>
  void client.invalidateQueries({ queryKey: degreeKey(schoolId, link) })

/** Applies a confirmed mark to all stored answers about the course, and to those that still arrive. */
export function confirmMark(client: QueryClient, schoolId: string, link: string, confirmation: Confirmation) {
  confirmed.set(courseOf(schoolId, link), confirmation)
  client.setQueriesData<DegreeAnswer>(
    { queryKey: degreeKey(schoolId, link) },
    (answer) => answer && withConfirmation(answer, confirmation),
  )
  // Another lesson may have opened: the school says which.
  const cached = getCachedDegree(client, schoolId, link)
  if (cached && lessonsOf(cached).some(({ after }) => after !== undefined)) refreshCourse(client, schoolId, link)
  void client.invalidateQueries({ queryKey: learningQueries.homeKey(schoolId) })
  // The last lesson of a course brings its certificate, or the right to ask for one.
  if (isDone(confirmation.userDegree)) void client.invalidateQueries({ queryKey: nounKey(schoolId, 'certificates') })
}
