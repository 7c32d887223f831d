import { lessons } from '@escola/contract/courses.contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { api } from '../../../api/client.ts'
import { useSchool } from '../../../session/context.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { useDocumentTitle } from '../../../ui/page.tsx'
import { PageSkeleton } from '../../../ui/page-skeleton.tsx'
import { newLessonTitle } from '../course-title.ts'
import { courseQueries, rememberLesson } from '../courses.queries.ts'

/** Makes the lesson and opens it; one visit makes one lesson. */
export function NewLessonPage({ link, moduleId }: { link: string; moduleId: string }) {
  const school = useSchool()
  const client = useQueryClient()
  const navigate = useNavigate()
  const begun = useRef(false)
  useDocumentTitle(newLessonTitle)
  const course = useQuery(courseQueries.course(school.id, link))
  const degreeId = course.data?.degree.id
  const creation = useMutation({
    mutationFn: (degree_id: string) =>
      api(lessons.save, {
        params: { schoolId: school.id, courseLink: link, lessonLink: '0' },
        body: { degree_id, module_id: moduleId },
      }),
    onSuccess: ({ content, degree }) => {
      rememberLesson(client, school.id, content, degree)
      void navigate({
        to: '/c/$link/$classLink',
        params: { link: degree.link, classLink: content.link },
        replace: true,
      })
    },
  })
  const { mutate } = creation
  useEffect(() => {
    if (begun.current || !degreeId) return
    begun.current = true
    mutate(degreeId)
  }, [mutate, degreeId])

  const error = course.error ?? creation.error
  if (!error) return <PageSkeleton />
  return <ErrorState error={error} onRetry={() => (degreeId ? mutate(degreeId) : void course.refetch())} />
}
