import { cohorts } from '@escola/contract/cohorts.contract'
import { imports } from '@escola/contract/imports.contract'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

const gateway = {
  id: '3',
  title: 'Nova turma',
  is_public: false,
  all_degrees: false,
  degrees: [],
  integrations: [],
  totalStudents: 0,
  opens: 1,
}

async function open() {
  const server = fakeServer()
  server.on(cohorts.list, () => ({ gatewayList: [] }))
  const answer = Promise.withResolvers<void>()
  const calls = server.on(cohorts.create, async () => {
    await answer.promise
    return { gateway }
  })
  server.on(cohorts.get, () => ({ gateway, degrees: [], students: { total: 0, page: 1, rowsPerPage: 50, list: [] } }))
  server.on(imports.list, () => ({ imports: [] }))
  const app = await showPage(server, '/turmas')
  await userEvent.dblClick(screen.getByRole('button', { name: 'Criar Turma' }))
  return { ...app, calls, answer: answer.resolve }
}

it('makes one class of two clicks, and opens it to be named', async () => {
  const { at, router, calls, answer } = await open()
  answer()
  await waitFor(() => expect(at()).toBe('/turma/3'))
  expect(router.state.location.state.isNew).toBe(true)
  expect(calls).toHaveLength(1)
})

it('leaves who went elsewhere meanwhile where they are', async () => {
  const { router, client, at, answer } = await open()
  await act(() => router.navigate({ to: '/escolas' }))
  await act(async () => answer())
  await waitFor(() => expect(client.isMutating()).toBe(0))
  expect(at()).toBe('/escolas')
})
