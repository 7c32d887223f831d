import { categories } from '@escola/contract/categories.contract'
import { chargeMessages } from '@escola/contract/charges'
import { cohorts } from '@escola/contract/cohorts.contract'
import { imports } from '@escola/contract/imports.contract'
import { moves } from '@escola/contract/moves.contract'
import { students } from '@escola/contract/students.contract'
import { newCohortTitle, pageTitles } from '@escola/contract/titles'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

const made = {
  id: '3',
  title: newCohortTitle,
  is_public: false,
  all_degrees: false,
  degrees: [] as string[],
  integrations: [],
  totalStudents: 0,
  opens: 1,
  term: { kind: 'life' as const },
  seats: null,
  enrolls_until: null,
}

/** A course of a franchisor, the only one that the school has. */
const edition = { id: '8', title: 'Pães', published: true, is_private: false, category: '', franchisor: '' }

async function open() {
  const server = fakeServer()
  server.on(cohorts.list, () => ({ gatewayList: [] }))
  server.on(categories.choices, () => ({ degrees: [edition] }))
  server.on(imports.list, () => ({ imports: [] }))
  server.on(moves.latest, () => ({ move: null }))
  const saves = server.on(cohorts.update, ({ body: { title, degrees, all_degrees } }) => ({
    gateway: { ...made, title: title ?? made.title, degrees: degrees ?? [], all_degrees: all_degrees ?? false },
    waiting_sales: 0,
  }))
  const answer = Promise.withResolvers<void>()
  const creations = server.on(cohorts.create, async () => {
    await answer.promise
    return { gateway: made }
  })
  server.on(cohorts.get, () => ({
    gateway: { ...made, title: saves.at(-1)?.body.title ?? made.title },
    degrees: [],
    students: { total: 0, page: 1, rowsPerPage: 50, list: [] },
  }))
  const app = await showPage(server, '/turmas')
  await userEvent.click(await screen.findByRole('link', { name: 'Criar Turma' }))
  const title = await screen.findByLabelText('Nome da turma')
  const address = () => app.router.history.location.pathname
  return { ...app, server, creations, saves, title, address, answer: answer.resolve }
}
const leave = () => userEvent.click(within(screen.getByRole('main')).getByRole('link', { name: pageTitles.cohorts }))

it('opens the page with nothing made, and leaves nothing when it is left', async () => {
  const { creations, saves, title, address } = await open()
  expect(address()).toBe('/mar/turma/criar')
  expect(document.activeElement).toBe(title)
  await userEvent.tab()
  await leave()
  await waitFor(() => expect(address()).toBe('/mar/turmas'))
  expect([creations, saves]).toEqual([[], []])
})

it('is not made for a student whose price is declined', async () => {
  const { server, creations } = await open()
  const quote = { cost: '1.00', missing: '0.00' }
  const quotes = server.on(imports.check, () => ({
    rows: [{ line: 1, verdict: 'new' as const }],
    mails: 1,
    ...quote,
    renewing: quote,
  }))
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar aluno' }))
  const invitation = within(await screen.findByRole('dialog', { name: 'Convidar para uma turma sem cursos?' }))
  await userEvent.click(invitation.getByRole('button', { name: 'Convidar mesmo assim' }))
  const form = within(await screen.findByRole('dialog', { name: 'Adicionar aluno' }))
  await userEvent.type(form.getByLabelText(/^Nome/), 'Maria das Dores')
  await userEvent.type(form.getByLabelText(/^E-mail/), 'maria@exemplo.com')
  await userEvent.click(form.getByRole('button', { name: 'Adicionar' }))
  const question = within(await screen.findByRole('dialog', { name: chargeMessages.question.title }))
  await userEvent.click(question.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(form.getByRole('button', { name: 'Adicionar' }).hasAttribute('disabled')).toBe(false))
  expect(quotes.map(({ body }) => Object.keys(body))).toEqual([['rows']])
  expect(creations).toEqual([])
})

it('makes one class of two quick changes, and goes on under its address where it is', async () => {
  const { router, creations, saves, title, address, answer } = await open()
  const entries = router.history.length
  // The title changes at once: letters that come slowly are several changes.
  fireEvent.change(title, { target: { value: 'Turma de verão' } })
  await waitFor(() => expect(creations).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Escolher cursos' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Pães' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  answer()
  await waitFor(() => expect(address()).toBe('/mar/turma/3'))
  await waitFor(() => expect(saves).toHaveLength(2))
  expect(creations).toHaveLength(1)
  expect(saves.map(({ params }) => params.id)).toEqual(['3', '3'])
  expect(saves.map(({ body }) => body)).toContainEqual({ title: 'Turma de verão' })
  expect(saves.map(({ body }) => body)).toContainEqual({ all_degrees: false, degrees: ['8'] })
  expect(title).toHaveProperty('value', 'Turma de verão')
  expect(title.isConnected).toBe(true)
  expect(router.history.length).toBe(entries)
})

it('leaves an administrator who went elsewhere meanwhile where they are', async () => {
  const { client, server, creations, saves, title, address, answer } = await open()
  const list = Promise.withResolvers<void>()
  server.on(students.list, async () => {
    await list.promise
    return { students: { total: 0, page: 1, rowsPerPage: 50, list: [], enrolled: 0, more: false, hasAny: false } }
  })
  await userEvent.type(title, '!')
  await waitFor(() => expect(creations).toHaveLength(1))
  await userEvent.click(screen.getByRole('link', { name: pageTitles.students }))
  await waitFor(() => expect(address()).toBe('/mar/alunos'))
  // The students are not here yet, so the class is still on the screen when the answer comes.
  answer()
  await waitFor(() => expect(saves).toHaveLength(1))
  list.resolve()
  await waitFor(() => expect(client.isMutating()).toBe(0))
  expect(await screen.findByRole('heading', { level: 1, name: pageTitles.students })).toBeTruthy()
  expect(address()).toBe('/mar/alunos')
})
