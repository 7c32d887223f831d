import { learning, type StudentContent, type StudentDegree } from '@escola/contract/learning.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** What a course and a lesson call have in common, so that one change reaches both. */
export interface DegreeAnswer {
  degree: StudentDegree
  content?: StudentContent | null
}

const all = (schoolId: string) => ['school', schoolId, 'learning'] as const
const degree = (schoolId: string, link: string) => [...all(schoolId), 'degree', link] as const

// Without a connection a page says so at once, and offers to try again; it doesn't wait in silence.
const networkMode = 'always'

export const learningQueries = {
  homeKey: (schoolId: string) => [...all(schoolId), 'home'] as const,
  /** Everything known of one course: the course itself and each of its lessons. */
  degreeKey: degree,
  home: (schoolId: string) =>
    queryOptions({
      queryKey: learningQueries.homeKey(schoolId),
      networkMode,
      queryFn: ({ signal }) => api(learning.home, { params: { schoolId }, signal }),
    }),
  course: (schoolId: string, link: string) =>
    queryOptions({
      queryKey: [...degree(schoolId, link), 'course'] as const,
      networkMode,
      queryFn: ({ signal }) => api(learning.course, { params: { schoolId, degreeLink: link }, signal }),
      // The certificate is drawn in the background.
      refetchInterval: ({ state }) => (state.data?.degree.certificate?.status === 'queued' ? 2000 : false),
    }),
  lesson: (schoolId: string, link: string, classLink: string) =>
    queryOptions({
      queryKey: [...degree(schoolId, link), 'lesson', classLink] as const,
      networkMode,
      queryFn: ({ signal }) =>
        api(learning.lesson, { params: { schoolId, degreeLink: link }, body: { classLink }, signal }),
    }),
}
