import { cohorts } from '@escola/contract/cohorts.contract'
import { imports } from '@escola/contract/imports.contract'
import { learning } from '@escola/contract/learning.contract'
import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { fakeServer } from '../testing/fake-server.ts'
import { showApp } from '../testing/show-app.tsx'
import { nowhere, school, student } from '../testing/show-screen.tsx'
import { queryClient } from './query-client.ts'

afterEach(() => onlineManager.setOnline(true))

/** Stands in for a server that can't be reached while there is no connection. */
const whileOnline = <Answer,>(answer: Answer) => {
  if (!onlineManager.isOnline()) throw new TypeError('Failed to fetch')
  return answer
}
const asAdmin = () => ({ ...nowhere, user: student, school: { ...school, role: ['admin' as const] } })
const card = {
  id: '3',
  title: 'Turma de verão',
  is_public: false,
  all_degrees: true,
  degrees: [],
  integrations: [],
  totalStudents: 0,
  opens: 1,
  term: { kind: 'life' as const },
  seats: null,
  enrolls_until: null,
}

it('says at once that there is no connection, and loads by itself when there is one', async () => {
  const server = fakeServer()
  server.on(cohorts.list, () => whileOnline({ gatewayList: [{ ...card, degreeTitles: [] }] }))
  server.on(learning.home, () => ({ categories: [] }))
  const { router } = await showApp(server, '/', asAdmin)
  act(() => onlineManager.setOnline(false))
  await act(() => router.navigate({ to: '/turmas' }))
  expect(await screen.findByText('Sem conexão. Verifique a sua internet e tente novamente')).toBeTruthy()
  act(() => onlineManager.setOnline(true))
  expect(await screen.findByRole('heading', { name: 'Turma de verão' })).toBeTruthy()
})

it.each(['a screen that has no answer yet', 'no screen yet'])(
  'asks again for what was on its way when something changed, for %s',
  async (shown) => {
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    let calls = 0
    const options = { queryKey: ['changing'], queryFn: () => answers[calls++]!.promise }
    const observer = new QueryObserver(queryClient, options)
    const end = shown === 'no screen yet' ? () => {} : observer.subscribe(() => {})
    const first = queryClient.fetchQuery(options)
    for (let changes = 0; changes < 2; changes++) void queryClient.invalidateQueries({ queryKey: ['changing'] })
    answers[0]!.resolve('before')
    await first
    if (shown === 'no screen yet') {
      await waitFor(() => expect(queryClient.getQueryState(['changing'])!.isInvalidated).toBe(true))
    } else {
      await waitFor(() => expect(calls).toBe(2))
      answers[1]!.resolve('after')
      await waitFor(() => expect(queryClient.getQueryData(['changing'])).toBe('after'))
    }
    end()
    queryClient.clear()
  },
)

it('says beside a form that it could not be sent', async () => {
  const server = fakeServer()
  server.on(cohorts.get, () => ({
    gateway: card,
    degrees: [],
    students: { total: 0, page: 1, rowsPerPage: 50, list: [] },
  }))
  server.on(imports.check, () => ({
    rows: [],
    mails: 1,
    cost: '0.00',
    missing: '0.00',
    renewing: { cost: '0.00', missing: '0.00' },
  }))
  const added = server.on(cohorts.addStudent, () => whileOnline(undefined as never))
  await showApp(server, '/turma/3', asAdmin)
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar aluno' }))
  const form = within(await screen.findByRole('dialog'))
  await userEvent.type(form.getByLabelText(/^Nome/), 'Maria das Dores')
  await userEvent.type(form.getByLabelText(/^E-mail/), 'maria@exemplo.com')
  act(() => onlineManager.setOnline(false))
  await userEvent.click(form.getByRole('button', { name: 'Adicionar' }))
  expect(await form.findByText('Sem conexão. Verifique a sua internet e tente novamente')).toBeTruthy()
  expect(added).toHaveLength(1)
})
