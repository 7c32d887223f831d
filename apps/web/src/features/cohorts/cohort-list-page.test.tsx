import { cohorts } from '@escola/contract/cohorts.contract'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { CohortListPage } from './cohort-list-page.tsx'

const gateway = {
  id: '3',
  title: 'Nova turma',
  is_public: false,
  all_degrees: false,
  degrees: [],
  integrations: [],
  totalStudents: 0,
}

async function open() {
  const server = fakeServer()
  server.on(cohorts.list, () => ({ gatewayList: [] }))
  const answer = Promise.withResolvers<void>()
  const calls = server.on(cohorts.create, async () => {
    await answer.promise
    return { gateway }
  })
  const screenOf = await showScreen({ at: '/turmas', route: '/turmas', as: 'admin', show: () => <CohortListPage /> })
  await userEvent.dblClick(screen.getByRole('button', { name: 'Criar Turma' }))
  return { ...screenOf, calls, answer: answer.resolve }
}

it('makes one class of two clicks, and opens it to be named', async () => {
  const { path, router, calls, answer } = await open()
  answer()
  await waitFor(() => expect(path()).toBe('/turma/3'))
  expect(router.state.location.state.isNew).toBe(true)
  expect(calls).toHaveLength(1)
})

it('leaves who went elsewhere meanwhile where they are', async () => {
  const { router, client, path, answer } = await open()
  await act(() => router.navigate({ to: '/alunos' as '/' }))
  await act(async () => answer())
  await waitFor(() => expect(client.isMutating()).toBe(0))
  expect(path()).toBe('/alunos')
})
