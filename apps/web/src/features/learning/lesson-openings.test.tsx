import { learning } from '@escola/contract/learning.contract'
import { messages } from '@escola/contract/messages'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'
import { content, degree, summary } from './sample-course.ts'

it('tells the school of a lesson when it is opened: not when a pointer is over its link, nor when it is fetched ahead', async () => {
  const server = fakeServer()
  const course = degree([summary('1', { isComplete: true }), summary('2')])
  server.on(learning.course, () => ({ degree: degree([summary('1'), summary('2')]) }))
  const lessons = server.on(learning.lesson, ({ body }) => {
    const id = body.classLink!.replace('aula-', '')
    return { degree: course, content: content(id, { isComplete: id === '1' }) }
  })
  const asked = () => lessons.map(({ body }) => body)
  const { router, client } = await showPage(server, '/c/vela', 'student')
  const start = await screen.findByRole('link', { name: messages.courseStart })
  const ahead = vi.spyOn(client, 'prefetchQuery')
  await userEvent.hover(start)
  await waitFor(() => expect(ahead).toHaveBeenCalledOnce())
  expect(asked()).toEqual([])
  await userEvent.click(start)
  await screen.findByTitle('Vídeo da aula Aula 1')
  await waitFor(() => expect(asked()).toContainEqual({ classLink: 'aula-2', isAhead: true }))
  expect(asked()[0]).toEqual({ classLink: 'aula-1', isAhead: false })
  await act(() => router.navigate({ to: '/c/$link/$classLink', params: { link: 'vela', classLink: 'aula-2' } }))
  await screen.findByTitle('Vídeo da aula Aula 2')
  await waitFor(() => expect(asked()).toContainEqual({ classLink: 'aula-2', isAhead: false }))
})
