import { type CohortCard, cohorts } from '@escola/contract/cohorts.contract'
import { sales } from '@escola/contract/sales.contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

const empty = { total: 0, page: 1, rowsPerPage: 50, list: [] }
const card = (id: string, title: string, change: Partial<CohortCard> = {}): CohortCard => ({
  id,
  title,
  is_public: false,
  all_degrees: true,
  degrees: [],
  degreeTitles: [],
  integrations: [],
  totalStudents: Number(id),
  opens: 1,
  term: { kind: 'life' },
  seats: null,
  enrolls_until: null,
  ...change,
})
const many = [
  card('9', 'Turma de verão'),
  card('8', 'Bolos', { totalStudents: 90 }),
  card('7', 'Tortas'),
  card('6', 'Pães'),
  card('5', 'Açúcar'),
  card('4', 'Massas'),
  card('3', 'Turma de 2020', { is_archived: true }),
]
const titles = () =>
  screen
    .getAllByRole('link')
    .flatMap((link) => many.find(({ title }) => link.textContent?.includes(title))?.title ?? [])

async function open(list: CohortCard[]) {
  const server = fakeServer()
  server.on(cohorts.list, () => ({ gatewayList: list }))
  server.on(sales.list, () => ({ sales: { ...empty, more: false }, unmatched: 0, without_email: 0, not_understood: 0 }))
  await showPage(server, '/turmas')
  await screen.findByText('Bolos')
  return server
}

it('finds classes by their names, archived ones too, and sorts them', async () => {
  await open(many)
  expect(titles().slice(0, 2)).toEqual(['Turma de verão', 'Bolos'])
  await userEvent.selectOptions(screen.getByLabelText('Ordem das turmas'), 'Por nome')
  await waitFor(() => expect(titles().slice(0, 3)).toEqual(['Açúcar', 'Bolos', 'Massas']))
  await userEvent.selectOptions(screen.getByLabelText('Ordem das turmas'), 'Mais alunos primeiro')
  await waitFor(() => expect(titles().slice(0, 2)).toEqual(['Bolos', 'Turma de verão']))
  await userEvent.type(screen.getByLabelText('Buscar turma'), 'TURMA')
  await waitFor(() => expect(titles()).toEqual(['Turma de verão', 'Turma de 2020']))
  await userEvent.type(screen.getByLabelText('Buscar turma'), ' x')
  await screen.findByText('Nenhuma turma tem “TURMA x” no nome.')
})

it('puts a class away from its row in the list', async () => {
  const server = await open(many.slice(0, 6))
  const updates = server.on(cohorts.update, ({ params, body }) => {
    server.on(cohorts.list, () => ({ gatewayList: many.map((each) => ({ ...each, is_archived: each.id === '8' })) }))
    return { gateway: card(params.id!, 'Bolos', { is_archived: body.is_archived === true }), waiting_sales: 0 }
  })
  await userEvent.click(screen.getByRole('button', { name: 'Ações da turma Bolos' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Arquivar turma' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Arquivar “Bolos”?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Arquivar' }))
  expect(await screen.findByText('1 turma arquivada')).toBeTruthy()
  expect(updates).toMatchObject([{ params: { id: '8' }, body: { is_archived: true } }])
})

it('shows no search over a few classes', async () => {
  await open(many.slice(0, 6))
  expect(screen.queryByLabelText('Buscar turma')).toBeNull()
})
