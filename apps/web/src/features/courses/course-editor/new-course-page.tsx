import { courses } from '@escola/contract/courses.contract'
import { pageTitles } from '@escola/contract/titles'
import { Group, Loader, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { api } from '../../../api/client.ts'
import { makeOnce } from '../../../api/make-once.ts'
import { useMounted } from '../../../autosave/use-mounted.ts'
import { contextQuery, useSchool } from '../../../session/context.ts'
import { Page } from '../../../ui/page.tsx'
import { courseQueries, rememberCourse } from '../courses.queries.ts'
import { removeCourse } from './remove-course.ts'

/** Makes the course and gives the page its address; one visit makes one course. */
export function NewCoursePage({ categoryId }: { categoryId: string }) {
  const school = useSchool()
  const client = useQueryClient()
  const navigate = useNavigate()
  const mounted = useMounted()
  const begun = useRef(false)
  const { mutate } = useMutation({
    mutationFn: () =>
      makeOnce(`course of ${school.id}/${categoryId}`, (idempotencyKey) =>
        api(courses.save, {
          params: { schoolId: school.id, link: '0' },
          body: { categoryId: categoryId === '0' ? null : categoryId },
          idempotencyKey,
        }),
      ),
    throwOnError: true,
    onSuccess: ({ degree, school: board }) => {
      const { id, link, version } = degree
      // Nobody waits for it any more.
      if (!mounted.current) return void removeCourse(client, school.id, { id, version }).catch(() => undefined)
      rememberCourse(client, school.id, degree)
      client.setQueryData(courseQueries.categories(school.id).queryKey, board)
      // It counts the school's courses.
      void client.invalidateQueries(contextQuery)
      void navigate({ to: '/c/$link', params: { link }, replace: true, state: { isNew: true, untouched: version } })
    },
  })
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate()
  }, [mutate])

  return (
    <Page title="Criando novo curso..." back={{ to: '/cursos', label: pageTitles.courses }}>
      <Stack align="center" py="xl" role="status">
        <Group>
          <Loader size="sm" />
          <Text c="dimmed">Só um instante</Text>
        </Group>
      </Stack>
    </Page>
  )
}
