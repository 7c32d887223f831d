import { categories } from '@escola/contract/categories.contract'
import { type CohortStudent, cohorts } from '@escola/contract/cohorts.contract'
import { type Import, imports } from '@escola/contract/imports.contract'
import type { Context } from '@escola/contract/schools.contract'
import { students } from '@escola/contract/students.contract'
import { done } from '@escola/contract/wire'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { contextQuery } from '../../session/context.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { nowhere, school, student } from '../../testing/show-screen.tsx'

const maria: CohortStudent = {
  user_id: '9',
  link: 'abc',
  name: 'Maria das Dores',
  email: 'maria@exemplo.com',
  cellphone: '',
  origin: 'manual',
  utc_created_on: '2026-03-01T12:00:00.000Z',
}
const underWay: Import = {
  id: '4',
  school_gateway_id: '3',
  filename: 'alunos.csv',
  total_students: 1000,
  status: 'running',
  processed: 10,
  created: 0,
  enrolled: 0,
  unchanged: 0,
  refused: 0,
  failure: null,
  utc_created_on: '2026-03-01T12:00:00.000Z',
  utc_finished_on: null,
}

/** A school of at most one class, which remembers what is done to it. */
function schoolServer({ hasClass, list = [] }: { hasClass: boolean; list?: CohortStudent[] }) {
  const state = { hasClass, list, total: list.length, courses: 2, imports: [] as Import[] }
  const gateway = () => ({
    id: '3',
    title: 'Turma A',
    is_public: false,
    all_degrees: true,
    degrees: [],
    integrations: [],
    totalStudents: state.total,
    opens: 1,
  })
  const server = fakeServer()
  server.on(cohorts.list, () => ({ gatewayList: state.hasClass ? [{ ...gateway(), degreeTitles: [] }] : [] }))
  server.on(cohorts.create, () => {
    state.hasClass = true
    return { gateway: gateway() }
  })
  server.on(cohorts.remove, () => {
    state.hasClass = false
    return done
  })
  server.on(cohorts.get, () => ({
    gateway: gateway(),
    degrees: [],
    students: { total: state.total, page: 1, rowsPerPage: 50, list: state.list },
  }))
  server.on(cohorts.addStudent, () => {
    Object.assign(state, { list: [maria], total: 1 })
    return { student: maria, alreadyEnrolled: false, bank: { balance: '0.00', points: 0 } }
  })
  server.on(students.removeFromCohort, () => {
    Object.assign(state, { list: [], total: 0 })
    return done
  })
  server.on(imports.list, () => ({ imports: state.imports }))
  server.on(categories.list, () => ({ categories: [], revision: '1' }))
  const context = () => ({
    ...nowhere,
    user: student,
    school: { ...school, role: ['admin' as const] },
    students: { total: state.total },
    courses: { total: state.courses, published: 0, hasLesson: false },
    gatewayList: state.hasClass ? [{ id: '3', title: 'Turma A' }] : [],
  })
  return { state, open: (path: string) => showApp(server, path, context) }
}

const figures = async ({ router }: Awaited<ReturnType<typeof showApp>>) => {
  await act(() => router.navigate({ to: '/' }))
  const list = await screen.findByRole('list', { name: 'A escola em números' })
  return within(list)
    .getAllByRole('listitem')
    .map((item) => item.textContent)
}

it('counts the class that was just made and its first student', async () => {
  const { open } = schoolServer({ hasClass: false })
  const app = await open('/turmas')
  await userEvent.click(await screen.findByRole('link', { name: 'Criar Turma' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar aluno' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Convidar mesmo assim' }))
  const form = within(await screen.findByRole('dialog'))
  await userEvent.type(form.getByLabelText(/^Nome/), maria.name)
  await userEvent.type(form.getByLabelText(/^E-mail/), maria.email)
  await userEvent.click(form.getByRole('button', { name: 'Adicionar' }))
  await screen.findByRole('link', { name: maria.name })
  await waitFor(async () => expect(await figures(app)).toEqual(['1aluno', '1turma', '2cursos']))
})

it('counts what was changed elsewhere, without asking for a list', async () => {
  const { state, open } = schoolServer({ hasClass: true })
  const app = await open('/turmas')
  await screen.findByRole('heading', { name: 'Turma A' })
  const { fetch } = globalThis
  const asked: string[] = []
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    asked.push(address.split('?')[0]!)
    return fetch(address, init)
  })
  state.courses = 3
  app.client.setQueryData(contextQuery.queryKey, (context) => context, { updatedAt: Date.now() - 5000 })
  await waitFor(async () => expect(await figures(app)).toEqual(['0alunos', '1turma', '3cursos']))
  expect(asked).toEqual(['/api/context'])
})

it('leads from each figure to its list', async () => {
  const { open } = schoolServer({ hasClass: true })
  await open('/')
  const main = within(await screen.findByRole('main'))
  await main.findByRole('list', { name: 'A escola em números' })
  const links = ['alunos', 'turma', 'cursos'].map((name) => main.getByRole<HTMLAnchorElement>('link', { name }))
  expect(links.map(({ pathname }) => pathname)).toEqual(['/mar/alunos', '/mar/turmas', '/mar/cursos'])
})

it('counts no more what was just removed', async () => {
  const { open } = schoolServer({ hasClass: true, list: [maria] })
  const app = await open('/turma/3')
  await userEvent.click(await screen.findByRole('button', { name: `Remover ${maria.name} da turma` }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remover' }))
  await screen.findByText('Nenhum aluno nesta turma')
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Apagar turma' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Apagar turma' }))
  await screen.findByText('Você ainda não tem nenhuma turma')
  await waitFor(async () => expect(await figures(app)).toEqual(['0alunos', '0turmas', '2cursos']))
})

it('counts the students of an import as soon as it has ended', async () => {
  const { state, open } = schoolServer({ hasClass: true })
  state.imports = [underWay]
  const answer = fetch
  const ended = Promise.withResolvers<string>()
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) =>
    address.endsWith('/imports/4/events') ? new Response(await ended.promise) : answer(address, init),
  )
  const app = await open('/turma/3')
  await screen.findByText(/10 de 1.000 alunos/)
  state.imports = [{ ...underWay, status: 'done', processed: 1000, created: 1000, enrolled: 1000 }]
  state.total = 1000
  ended.resolve(`event: import\ndata: ${JSON.stringify(state.imports[0])}\n\n`)
  expect(await screen.findByText(/1.000 novos/)).toBeTruthy()
  await waitFor(async () => expect(await figures(app)).toEqual(['1.000alunos', '1turma', '2cursos']))
})

it('shows a new owner what to do next, ticks what is done, and is gone when all of it is', async () => {
  const context = {
    ...nowhere,
    user: student,
    school: { ...school, role: ['admin' as const] },
    courses: { total: 0, published: 0, hasLesson: false },
  }
  const app = await showApp(fakeServer(), '/', () => context)
  const steps = () =>
    within(screen.getByRole('region', { name: 'Primeiros passos' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent)
  await screen.findByText('0 de 5')
  expect(screen.queryByRole('list', { name: 'A escola em números' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Crie o seu primeiro curso' })).toHaveProperty('pathname', '/mar/cursos')

  const known = (change: Partial<Context>) =>
    act(() => app.client.setQueryData(contextQuery.queryKey, (told) => told && { ...told, ...change }))
  known({ courses: { total: 1, published: 0, hasLesson: true }, gatewayList: [{ id: '3', title: 'Turma A' }] })
  expect(await screen.findByText('3 de 5')).toBeTruthy()
  expect(steps().map((text) => text?.includes('feito'))).toEqual([true, true, false, true, false])
  const invite = screen.getByRole('link', { name: 'Convide o primeiro aluno' })
  expect(invite).toHaveProperty('pathname', '/mar/turma/3')

  known({ courses: { total: 1, published: 1, hasLesson: true }, students: { total: 1 } })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Primeiros passos' })).toBeNull())
  expect(screen.getByRole('list', { name: 'A escola em números' })).toBeTruthy()
})
