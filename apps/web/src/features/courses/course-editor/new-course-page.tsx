import { courses } from '@escola/contract/courses.contract'
import { Group, Loader, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { api } from '../../../api/client.ts'
import { useSchool } from '../../../session/context.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { rememberCourse } from '../courses.queries.ts'

/** Makes the course and gives the page its address; one visit makes one course. */
export function NewCoursePage({ categoryId }: { categoryId: string }) {
  const school = useSchool()
  const client = useQueryClient()
  const navigate = useNavigate()
  const begun = useRef(false)
  const { mutate, error } = useMutation({
    mutationFn: () =>
      api(courses.save, {
        params: { schoolId: school.id, link: '0' },
        body: { categoryId: categoryId === '0' ? null : categoryId },
      }),
    onSuccess: ({ degree }) => {
      rememberCourse(client, school.id, degree)
      void navigate({ to: '/c/$link', params: { link: degree.link }, replace: true })
    },
  })
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate()
  }, [mutate])

  return (
    <Page title="Criando novo curso..." back={{ to: '/cursos', label: 'Meus cursos' }}>
      {error ? (
        <ErrorState error={error} onRetry={() => mutate()} />
      ) : (
        <Stack align="center" py="xl" role="status">
          <Group>
            <Loader size="sm" />
            <Text c="dimmed">Só um instante</Text>
          </Group>
        </Stack>
      )}
    </Page>
  )
}
