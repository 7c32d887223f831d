import { type Category, categories as categoryRoutes } from '@escola/contract/categories.contract'
import { messages } from '@escola/contract/messages'
import { schools } from '@escola/contract/schools.contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer, refuse } from '../testing/fake-server.ts'
import { showApp } from '../testing/show-app.tsx'
import { nowhere, school, student } from '../testing/show-screen.tsx'
import { queryClient } from './query-client.ts'

it('leads to the login without a question when the session ends over unsaved work', async () => {
  const categories: Category[] = [{ id: '5', title: 'Idiomas', withoutCat: false, degrees: [] }]
  const server = fakeServer()
  server.on(categoryRoutes.list, () => ({ categories, revision: '1' }))
  const saves = server.on(categoryRoutes.update, () => refuse('sessionEnded'))
  let user: typeof student | null = student
  const { at } = await showApp(server, '/cursos', () => ({ ...nowhere, user, school: { ...school, role: ['admin'] } }))
  const title = await screen.findByLabelText('Título da categoria')
  await userEvent.clear(title)
  user = null
  await userEvent.type(title, 'Outro nome{Enter}')
  expect(await screen.findByRole('heading', { name: 'Entrar' })).toBeTruthy()
  expect(at()).toBe('/login?redirect=%2Fcursos')
  expect(screen.getByText(messages.sessionEnded)).toBeTruthy()
  expect(saves.length).toBeGreaterThan(0)
  expect(screen.queryByText('Sair sem salvar?')).toBeNull()
})

it('asks once for the current user, though the answer is that the session has ended', async () => {
  const server = fakeServer()
  server.on(categoryRoutes.list, () => refuse('sessionEnded'))
  const { router } = await showApp(server, '/suporte', () => ({
    ...nowhere,
    user: student,
    school: { ...school, role: ['admin'] },
  }))
  let asked = 0
  server.on(schools.context, () => {
    asked++
    // The refusals have an end, or the test would have none either.
    return asked < 20 ? refuse('sessionEnded') : new Promise<never>(() => {})
  })
  await router.navigate({ to: '/cursos' })
  expect(await screen.findByRole('heading', { name: 'Entrar' })).toBeTruthy()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(asked).toBe(1)
})
