import { bookmarks } from '@escola/contract/bookmarks.contract'
import { learning } from '@escola/contract/learning.contract'
import { messages } from '@escola/contract/messages'
import { pageTitles } from '@escola/contract/titles'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { contextQuery } from '../../session/context.ts'
import { fail, fakeServer } from '../../testing/fake-server.ts'
import { showApp, showPage } from '../../testing/show-app.tsx'
import { contextOf } from '../../testing/show-screen.tsx'
import { degree, summary } from '../learning/sample-course.ts'

const course = {
  id: '2',
  degree_id: '1',
  content_id: null,
  degree_link: 'vela',
  content_link: null,
  title: 'Vela',
  img_wide_url: '',
}
const lesson = { ...course, id: '3', content_id: '9', content_link: 'nos', title: 'Nós' }

it('leads to each course and lesson that was kept', async () => {
  const server = fakeServer()
  await showApp(server, '/favoritos', () => ({ ...contextOf('student'), bookmarks: [lesson, course] }))
  expect(await screen.findByRole('heading', { name: pageTitles.bookmarks })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Nós/ })).toHaveProperty('pathname', '/mar/c/vela/nos')
  expect(screen.getByRole('link', { name: /Vela/ })).toHaveProperty('pathname', '/mar/c/vela')
})

it('says that nothing was kept yet', async () => {
  const server = fakeServer()
  await showPage(server, '/favoritos', 'student')
  expect(await screen.findByText(messages.noBookmarks)).toBeTruthy()
})

it('keeps a course with one click, shown at once, and puts it right when the server refuses', async () => {
  const server = fakeServer()
  server.on(learning.course, () => ({ degree: degree([summary('9', { link: 'nos', title: 'Nós' })]) }))
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const calls = server.on(bookmarks.save, async () => {
    await isAnswered
    return { bookmarks: [course] }
  })
  const { client } = await showPage(server, '/c/vela', 'student')
  const button = await screen.findByRole('button', { name: 'Guardar nos favoritos' })
  await userEvent.click(button)
  expect(screen.getByRole('button', { name: 'Tirar dos favoritos', pressed: true })).toBe(button)
  answer()
  await waitFor(() =>
    expect(calls.map(({ body }) => body)).toEqual([{ degreeId: '1', contentId: null, isBookmark: true }]),
  )
  server.on(bookmarks.save, () => fail('unavailable'))
  await waitFor(() => expect(client.getQueryData(contextQuery.queryKey)?.bookmarks).toEqual([course]))
  await userEvent.click(button)
  expect(await screen.findByText(/Estamos voltando/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Tirar dos favoritos' })).toBe(button)
})
