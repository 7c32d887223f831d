import { lessons } from '@escola/contract/lessons.contract'
import { newLessonTitle } from '@escola/contract/titles'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { api } from '../../../api/client.ts'
import { useMounted } from '../../../autosave/use-mounted.ts'
import { useSchool } from '../../../session/context.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { PageSkeleton } from '../../../ui/page-skeleton.tsx'
import { courseQueries, rememberLesson } from '../courses.queries.ts'
import { useMissing } from '../use-missing.ts'

/** Makes the lesson and opens it; one visit makes one lesson. */
export function NewLessonPage({ link, moduleId }: { link: string; moduleId: string }) {
  const school = useSchool()
  const client = useQueryClient()
  const navigate = useNavigate()
  const mounted = useMounted()
  const begun = useRef(false)
  const course = useQuery(courseQueries.course(school.id, link))
  const isMissing = useMissing(course.error, '/cursos')
  const degreeId = course.data?.degree.id
  const creation = useMutation({
    mutationFn: (degree_id: string) =>
      api(lessons.save, {
        params: { schoolId: school.id, courseLink: link, lessonLink: '0' },
        body: { degree_id, module_id: moduleId },
      }),
    onSuccess: (answer) => {
      rememberLesson(client, school.id, answer)
      if (!mounted.current) return
      void navigate({
        to: '/c/$link/$classLink',
        params: { link: answer.degree.link, classLink: answer.content.link },
        replace: true,
        state: { isNew: true },
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
  return (
    <Page title={newLessonTitle} back={{ to: '/c/$link', params: { link }, label: 'Curso' }}>
      {error && !isMissing ? (
        <ErrorState error={error} onRetry={() => (degreeId ? mutate(degreeId) : void course.refetch())} />
      ) : (
        <PageSkeleton />
      )}
    </Page>
  )
}
