import { lessons } from '@escola/contract/lessons.contract'
import { newLessonTitle } from '@escola/contract/titles'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { api } from '../../../api/client.ts'
import { makeOnce } from '../../../api/make-once.ts'
import { useMounted } from '../../../autosave/use-mounted.ts'
import { useSchool } from '../../../session/context.ts'
import { Page } from '../../../ui/page.tsx'
import { PageSkeleton } from '../../../ui/page-skeleton.tsx'
import { courseQueries, rememberLesson } from '../courses.queries.ts'

/** Makes the lesson and opens it; one visit makes one lesson. */
export function NewLessonPage({ link, moduleId }: { link: string; moduleId: string }) {
  const school = useSchool()
  const client = useQueryClient()
  const navigate = useNavigate()
  const mounted = useMounted()
  const begun = useRef(false)
  const { data } = useSuspenseQuery(courseQueries.course(school.id, link))
  const { mutate } = useMutation({
    mutationFn: () =>
      makeOnce(`lesson of ${school.id}/${data.degree.id}/${moduleId}`, (idempotencyKey) =>
        api(lessons.save, {
          params: { schoolId: school.id, courseLink: link, lessonLink: '0' },
          body: { degree_id: data.degree.id, module_id: moduleId },
          idempotencyKey,
        }),
      ),
    throwOnError: true,
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
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate()
  }, [mutate])

  return (
    <Page title={newLessonTitle} back={{ to: '/c/$link', params: { link }, label: 'Curso' }}>
      <PageSkeleton />
    </Page>
  )
}
