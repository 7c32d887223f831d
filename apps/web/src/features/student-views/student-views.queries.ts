import { studentViews } from '@escola/contract/student-views.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { nounKey } from '../../ui/nouns.ts'

/** The student who is looked at, and the day; none is now. */
export interface Viewed {
  link: string
  day: string | undefined
}

const keyOf = (schoolId: string, { link, day = '' }: Viewed) => [...nounKey(schoolId, 'students'), 'view', link, day]

/** The keys are those of students, so that each change of a student is seen here too. */
export const studentViewQueries = {
  courses: (schoolId: string, viewed: Viewed) =>
    queryOptions({
      queryKey: [...keyOf(schoolId, viewed), 'courses'],
      queryFn: ({ signal }) =>
        api(studentViews.courses, { params: { schoolId, link: viewed.link }, query: { at: viewed.day ?? '' }, signal }),
    }),
  course: (schoolId: string, viewed: Viewed, degreeLink: string) =>
    queryOptions({
      queryKey: [...keyOf(schoolId, viewed), 'course', degreeLink],
      queryFn: ({ signal }) =>
        api(studentViews.course, {
          params: { schoolId, link: viewed.link, degreeLink },
          query: { at: viewed.day ?? '' },
          signal,
        }),
    }),
  lesson: (schoolId: string, viewed: Viewed, degreeLink: string, lessonLink: string) =>
    queryOptions({
      queryKey: [...keyOf(schoolId, viewed), 'lesson', degreeLink, lessonLink],
      queryFn: ({ signal }) =>
        api(studentViews.lesson, {
          params: { schoolId, link: viewed.link, degreeLink, lessonLink },
          query: { at: viewed.day ?? '' },
          signal,
        }),
    }),
}
