import { courses, type Degree, type Lesson, lessons } from '@escola/contract/courses.contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

// An editor's text must not change under the fingers because the window got the focus back.
// What a save just answered isn't asked for again when its link, and so its key, changed.
const editing = { refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: 2000 } as const

export const courseQueries = {
  all: (schoolId: string) => ['school', schoolId, 'courses'] as const,
  categories: (schoolId: string) =>
    queryOptions({
      queryKey: [...courseQueries.all(schoolId), 'categories'],
      queryFn: ({ signal }) => api(courses.listCategories, { params: { schoolId }, signal }),
      ...editing,
    }),
  course: (schoolId: string, link: string) =>
    queryOptions({
      queryKey: [...courseQueries.all(schoolId), 'course', link],
      queryFn: ({ signal }) => api(courses.get, { params: { schoolId, link }, signal }),
      ...editing,
    }),
  lesson: (schoolId: string, courseLink: string, lessonLink: string) =>
    queryOptions({
      queryKey: [...courseQueries.all(schoolId), 'lesson', courseLink, lessonLink],
      queryFn: ({ signal }) => api(lessons.get, { params: { schoolId, courseLink, lessonLink }, signal }),
      ...editing,
    }),
}

/** What a save answered is the newest state: other screens of the author start from it. */
export const rememberCourse = (client: QueryClient, schoolId: string, degree: Degree) => {
  client.setQueryData(courseQueries.course(schoolId, degree.link).queryKey, { degree })
  void client.invalidateQueries({ queryKey: courseQueries.categories(schoolId).queryKey, refetchType: 'none' })
}
export const rememberLesson = (client: QueryClient, schoolId: string, content: Lesson, degree: Degree) => {
  client.setQueryData(courseQueries.lesson(schoolId, degree.link, content.link).queryKey, { content, degree })
  rememberCourse(client, schoolId, degree)
}
