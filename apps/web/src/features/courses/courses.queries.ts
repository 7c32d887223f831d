import { categories } from '@escola/contract/categories.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { courses, type Degree } from '@escola/contract/courses.contract'
import { type Lesson, lessons } from '@escola/contract/lessons.contract'
import { limits } from '@escola/contract/limits'
import type { ResponseOf } from '@escola/contract/route'
import { courseTitle } from '@escola/contract/titles'
import { type QueryClient, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { makeOnce } from '../../api/make-once.ts'
import { useSchool } from '../../session/context.ts'
import { isNewRecord } from '../../ui/editor/new-record.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'
import { makeBlankCourse, makeBlankLesson } from './blanks.ts'

export type Categories = ResponseOf<typeof categories.list>
export interface LessonAnswer {
  content: Lesson
  degree: Degree
}

// An editor's text must not change under the fingers because the window got the focus back.
// What a save just answered isn't asked for again when its link, and so its key, changed.
const editing = { refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: 2000 } as const

export const courseQueries = {
  all: (schoolId: string) => nounKey(schoolId, 'courses'),
  categories: (schoolId: string) =>
    queryOptions({
      queryKey: [...courseQueries.all(schoolId), 'categories'],
      queryFn: ({ signal }) => api(categories.list, { params: { schoolId }, signal }),
      staleTime: 2000,
    }),
  course: (schoolId: string, link: string) =>
    queryOptions({
      queryKey: [...courseQueries.all(schoolId), 'course', link],
      queryFn: ({ signal }) =>
        isNewRecord({ link })
          ? { degree: makeBlankCourse(schoolId, link) }
          : api(courses.get, { params: { schoolId, link }, signal }),
      ...editing,
    }),
  lessons: (schoolId: string) => [...courseQueries.all(schoolId), 'lesson'] as const,
  lesson: (schoolId: string, courseLink: string, lessonLink: string) =>
    queryOptions({
      queryKey: [...courseQueries.lessons(schoolId), courseLink, lessonLink],
      queryFn: async ({ signal, client }): Promise<LessonAnswer> => {
        if (!isNewRecord({ link: lessonLink }))
          return api(lessons.get, { params: { schoolId, courseLink, lessonLink }, signal })
        const { degree } = await client.ensureQueryData(courseQueries.course(schoolId, courseLink))
        return { content: makeBlankLesson(lessonLink), degree }
      },
      ...editing,
    }),
}

/** Asks which classes have a course; a change of classes asks again. */
export const courseCohortsQuery = (schoolId: string, link: string) =>
  queryOptions({
    queryKey: [...nounKey(schoolId, 'cohorts'), 'of course', link],
    queryFn: ({ signal }) => api(courses.cohorts, { params: { schoolId, link }, signal }),
  })

/** A class's courses are saved together: what others have added meanwhile is asked for first, or it would go. */
export function useAddToCohort(courseId: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: async (id: string) => {
      const params = { schoolId, id }
      const { gateway } = await api(cohorts.get, { params })
      const degrees = [...new Set([...gateway.degrees, courseId])]
      return api(cohorts.update, { params, body: { degrees } })
    },
    onSuccess: useRefresh('cohorts', 'students', 'learning', 'calendars'),
  })
}

/** Makes the school's first class, which has the name of the course and opens it. */
export function useMakeCohortOf({ id, title }: Pick<Degree, 'id' | 'title'>) {
  const schoolId = useSchool().id
  return useMutation({
    // A try that is repeated goes on with the class that the first one has made.
    mutationFn: () =>
      makeOnce(`cohort of course ${id}`, async (idempotencyKey) => {
        const named = { title: courseTitle({ title }).slice(0, limits.inputMax) }
        const { gateway } = await api(cohorts.create, { params: { schoolId }, body: named, idempotencyKey })
        await api(cohorts.update, { params: { schoolId, id: gateway.id }, body: { degrees: [id] } })
        return gateway
      }),
    onSuccess: useRefresh('cohorts', 'students', 'learning', 'calendars', 'context'),
  })
}

/** Stores the answer of a save, which is the newest state: other screens of the author start from it. */
export const storeCourse = (client: QueryClient, schoolId: string, degree: Degree) => {
  client.setQueryData(courseQueries.course(schoolId, degree.link).queryKey, { degree })
  const queryKey = courseQueries.lessons(schoolId)
  client.setQueriesData<LessonAnswer>({ queryKey }, (saved) =>
    saved?.degree.id === degree.id ? { ...saved, degree } : saved,
  )
  // The course's change may have altered the texts of its lessons, so those are asked for again.
  void client.invalidateQueries({ queryKey, refetchType: 'none' })
  void client.invalidateQueries({ queryKey: courseQueries.categories(schoolId).queryKey, refetchType: 'none' })
}
export const storeLesson = (client: QueryClient, schoolId: string, { content, degree }: LessonAnswer) => {
  storeCourse(client, schoolId, degree)
  client.setQueryData(courseQueries.lesson(schoolId, degree.link, content.link).queryKey, { content, degree })
}
