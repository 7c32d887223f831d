import { bulkChanges } from '@escola/contract/bulk-changes.contract'
import { calendars } from '@escola/contract/calendars.contract'
import { chargeMessages } from '@escola/contract/charges'
import type { CohortRemoval } from '@escola/contract/cohort-removal'
import { type Cohort, cohortMessages, cohorts } from '@escola/contract/cohorts.contract'
import { imports } from '@escola/contract/imports.contract'
import { moves } from '@escola/contract/moves.contract'
import { renewals, renewalTexts } from '@escola/contract/renewals.contract'
import { sales } from '@escola/contract/sales.contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showApp, showPage } from '../../testing/show-app.tsx'
import { contextOf } from '../../testing/show-screen.tsx'

const gateway: Cohort = {
  id: '3',
  title: 'Turma de verão',
  is_public: false,
  all_degrees: true,
  degrees: [],
  integrations: [],
  totalStudents: 0,
  opens: 1,
  term: { kind: 'life' },
  seats: null,
  enrolls_until: null,
}
const removal: CohortRemoval = {
  totalStudents: 5,
  opens: 1,
  integrations: 1,
  waiting_sales: 0,
  api_integrations: 0,
  dates: 0,
  charged: '0.00',
  renewing: 2,
  lapsed: 0,
}
const empty = { total: 0, page: 1, rowsPerPage: 50, list: [] }

async function open(
  change: Partial<Cohort> = {},
  search = '',
  others: ReturnType<typeof contextOf>['gatewayList'] = [],
) {
  const server = fakeServer()
  const gatewayList = [{ id: '3', title: 'Turma de verão' }, ...others]
  const shown = { ...gateway, ...change }
  server.on(cohorts.get, () => ({ gateway: shown, degrees: [], students: empty }))
  server.on(imports.list, () => ({ imports: [] }))
  server.on(moves.latest, () => ({ move: null }))
  server.on(bulkChanges.latest, () => ({ bulk: null }))
  server.on(calendars.list, () => ({ degrees: [] }))
  server.on(sales.list, () => ({ sales: { ...empty, more: false }, unmatched: 0, without_email: 0, not_understood: 0 }))
  const saves = server.on(cohorts.update, () => ({ gateway: shown, waiting_sales: 2 }))
  const { router } = await showApp(server, `/turma/3${search}`, () => ({ ...contextOf('admin'), gatewayList }))
  await screen.findByRole('heading', { name: 'Turma de verão' })
  return { server, router, saves }
}
const chooseFromMenu = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

it('asks where those go who subscribe before a class is deleted, and neither answer is chosen', async () => {
  const { server, router } = await open({}, '', [
    { id: '4', title: 'Turma de inverno' },
    { id: '5', title: 'Turma antiga', is_archived: true },
  ])
  server.on(cohorts.getRemoval, () => ({ removal }))
  const removed = server.on(cohorts.remove, () => ({ ok: true as const, bulk_id: null }))
  await chooseFromMenu('Apagar turma')
  const dialog = within(await screen.findByRole('dialog', { name: 'Apagar a turma?' }))
  const submit = async () => userEvent.click(await dialog.findByRole('button', { name: 'Apagar turma' }))
  await submit()
  expect(dialog.getByText(cohortMessages.renewals)).toBeTruthy()
  for (const radio of dialog.getAllByRole('radio')) expect((radio as HTMLInputElement).checked).toBe(false)
  await userEvent.click(dialog.getByRole('radio', { name: /^Perdem o acesso/ }))
  await submit()
  await waitFor(() => expect(removed.map(({ body }) => body)).toEqual([{ renewals_to: null }]))
  await waitFor(() => expect(router.state.location.pathname).toMatch(/turmas$/))
})

it('leads to the class where many subscribers go, and says that this one is deleted at the end', async () => {
  const { server, router } = await open({}, '', [{ id: '4', title: 'Turma de inverno' }])
  server.on(cohorts.getRemoval, () => ({ removal: { ...removal, totalStudents: 900, renewing: 900 } }))
  const removed = server.on(cohorts.remove, () => ({ ok: true as const, bulk_id: '8' }))
  await chooseFromMenu('Apagar turma')
  const dialog = within(await screen.findByRole('dialog', { name: 'Apagar a turma?' }))
  await userEvent.click(await dialog.findByRole('radio', { name: /^Vão para outra turma/ }))
  await userEvent.selectOptions(dialog.getByLabelText('Para a turma'), '4')
  await userEvent.click(dialog.getByRole('button', { name: 'Apagar turma' }))
  await screen.findByText(cohortMessages.dissolving)
  expect(removed.map(({ body }) => body)).toEqual([{ renewals_to: '4' }])
  await waitFor(() => expect(router.state.location.pathname).toMatch(/turma\/4$/))
})

it('says of each answer what becomes of the students, and of neither before', async () => {
  const { server } = await open({}, '', [{ id: '4', title: 'Turma de inverno' }])
  server.on(cohorts.getRemoval, () => ({ removal: { ...removal, renewing: 6, lapsed: 1 } }))
  await chooseFromMenu('Apagar turma')
  const dialog = within(await screen.findByRole('dialog', { name: 'Apagar a turma?' }))
  await dialog.findByText(/^5 alunos estão nesta turma por assinatura, e 1 outro assinante, .+ Para onde vão\?$/)
  expect(dialog.queryByText(/perdem o acesso ao curso/)).toBeNull()
  await userEvent.click(dialog.getByRole('radio', { name: /^Vão para outra turma/ }))
  expect(dialog.getByText(/ 5 alunos vão para a outra turma\./)).toBeTruthy()
  expect(dialog.queryByText(/perdem o acesso ao curso/)).toBeNull()
  await userEvent.click(dialog.getByRole('radio', { name: /^Perdem o acesso/ }))
  expect(dialog.getByText(/5 alunos continuam na escola, mas perdem o acesso ao curso da turma\./)).toBeTruthy()
})

it.each([
  ['the others are archived', [{ id: '5', title: 'Turma antiga', is_archived: true }], true],
  ['there is no other', [], false],
])('says why no class can be chosen, and what helps: %s', async (_, others, isOtherArchived) => {
  const { server } = await open({}, '', others)
  server.on(cohorts.getRemoval, () => ({ removal }))
  await chooseFromMenu('Apagar turma')
  const dialog = within(await screen.findByRole('dialog', { name: 'Apagar a turma?' }))
  expect(await dialog.findByText(cohortMessages.noTarget(isOtherArchived))).toBeTruthy()
  const radio = dialog.getByRole('radio', { name: /^Vão para outra turma/ })
  expect((radio as HTMLInputElement).disabled).toBe(true)
})

it('ends the sales of a class, and says so beside its seats', async () => {
  const { saves } = await open({ seats: 10 }, '?tab=cursos')
  await userEvent.click(screen.getByRole('button', { name: 'Mudar prazo e vagas' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('switch', { name: /^Encerrar vendas/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(saves.map(({ body }) => body)).toEqual([expect.objectContaining({ sales_ended: true })]))
})

it('says that the sales of a class have ended, and leaves the switch out of what is sent while it stays', async () => {
  const { saves } = await open({ sales_ended: true }, '?tab=cursos')
  expect(screen.getByText(/ · vendas encerradas$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Mudar prazo e vagas' }))
  const dialog = within(await screen.findByRole('dialog'))
  const sold = await dialog.findByRole('switch', { name: /^Encerrar vendas/ })
  expect((sold as HTMLInputElement).checked).toBe(true)
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(saves).toHaveLength(1))
  expect(saves[0]!.body).not.toHaveProperty('sales_ended')
})

it('archives a class after a question, and brings it back without one', async () => {
  const { saves } = await open()
  await chooseFromMenu('Arquivar turma')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(cohortMessages.archive)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Arquivar' }))
  await screen.findByText('Turma arquivada!')
  expect(saves.map(({ body }) => body)).toEqual([{ is_archived: true }])
})

it('shows archived classes apart from the others, below them', async () => {
  const server = fakeServer()
  const card = { ...gateway, degreeTitles: [] }
  server.on(cohorts.list, () => ({
    gatewayList: [card, { ...card, id: '9', title: 'Turma de 2019', is_archived: true }],
  }))
  server.on(sales.list, () => ({ sales: { ...empty, more: false }, unmatched: 0, without_email: 0, not_understood: 0 }))
  await showPage(server, '/turmas')
  const summary = await screen.findByText('1 turma arquivada')
  expect(within(summary.closest('details')!).getByText('Turma de 2019')).toBeTruthy()
  expect(within(summary.closest('details')!).queryByText('Turma de verão')).toBeNull()
})

it('offers to add those who subscribe in another class, with the price of this moment', async () => {
  const integration = {
    ...{ id: '11', gateway: 'hotmart' as const, title: 'Hotmart', account_id: '21', account_title: 'Hotmart' },
    ...{ utc_tested_on: null, product_names: {}, last_event: null, utc_sold_on: null, utc_delivered_on: null },
    ...{ ids: ['101'], keeps_paid_period: true, term: null, account_ended: false },
  }
  const { server } = await open({ integrations: [integration] })
  let cost = '0.00'
  server.on(renewals.forecast, () => ({ students: 3, cost, missing: '0.00' }))
  const added = server.on(renewals.add, () => ({ students: 3, bulk_id: null }))
  await userEvent.click(screen.getByRole('link', { name: 'Vendas' }))
  const button = await screen.findByRole('button', { name: renewalTexts.add(3) })
  cost = '12.00'
  await userEvent.click(button)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(`${renewalTexts.question(3)} ${chargeMessages.cost(1200)}.`)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Adicionar' }))
  await screen.findByText(renewalTexts.done(3))
  expect(added).toHaveLength(1)
})

it('copies a class and leads to the copy', async () => {
  const { server, router } = await open()
  const calls = server.on(cohorts.create, () => ({ gateway: { ...gateway, id: '8', title: 'Turma de verão (cópia)' } }))
  await chooseFromMenu('Duplicar turma')
  await waitFor(() => expect(router.history.location.pathname).toBe('/mar/turma/8'))
  expect(calls.map(({ body }) => body)).toEqual([{ copy_of: '3' }])
})
