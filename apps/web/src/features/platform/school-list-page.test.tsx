import { blockedPlanTexts } from '@escola/contract/billing-texts'
import { listTexts, messages } from '@escola/contract/messages'
import { type ListedSchool, platform } from '@escola/contract/platform.contract'
import { refusals } from '@escola/contract/refusals'
import { schools as schoolRoutes } from '@escola/contract/schools.contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { nowhere, school, student } from '../../testing/show-screen.tsx'

const vera = { ...student, name: 'Vera Lopes', role: 'admin' }
const mar: ListedSchool = {
  id: '7',
  name: 'Escola do Mar',
  role: [],
  url: 'https://escola.example/escola/7/',
  logo_square_url: '',
  is_blocked: false,
  utc_created_on: '2026-03-01T12:00:00.000Z',
  email: 'dona@mar.example',
  total_students: 1204,
  balance: '-2.50',
  plan_id: 'onDemand',
  plan_name: 'On Demand',
}
const own: ListedSchool = {
  ...mar,
  url: 'https://escola.example/mar/',
  role: ['admin'],
  email: null,
  total_students: null,
  balance: null,
}

const pageOf = (list: ListedSchool[], total = list.length) => ({
  schools: { total, more: false, page: 1, rowsPerPage: 50, list },
  mail_stopped: null,
})

async function open(answer: Parameters<typeof pageOf>, { user = vera, path = '/escolas' } = {}) {
  const server = fakeServer()
  const calls = server.on(platform.schools, () => pageOf(...answer))
  return { server, calls, ...(await showApp(server, path, () => ({ ...nowhere, user }))) }
}

/** Chooses an act in the school's menu. */
async function chooseAct(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Ações de Escola do Mar' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

it('shows a platform administrator each school with its figures, and opens it in its own view', async () => {
  await open([[mar]])
  const row = within((await screen.findAllByRole('row'))[1]!)
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    '7',
    'Escola do Mardona@mar.examplePlano On Demand',
    '1.204',
    '-R$ 2,50',
    '01/03/2026',
    '',
  ])
  expect(row.getByRole('link', { name: 'Escola do Mar' })).toHaveProperty('href', mar.url)
  expect(screen.getByRole('status').textContent).toBe('Mostrando 1 de 1 escola')
})

it('searches, filters and sorts by what the address says, and leaves the usual out of it', async () => {
  const { calls, at } = await open([[mar]])
  await userEvent
    .setup({ delay: null })
    .type(await screen.findByLabelText('Buscar escola por nome, e-mail ou endereço'), 'mar')
  await waitFor(() => expect(at()).toBe('/escolas?search=mar'))
  await userEvent.click(screen.getByRole('combobox', { name: 'Saldo' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Saldo negativo' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Alunos' }))
  await waitFor(() => expect(at()).toBe('/escolas?search=mar&sortBy=total_students&negative=1'))
  await waitFor(() =>
    expect(calls.at(-1)!.query).toEqual({ page: '1', search: 'mar', sortBy: 'total_students', negative: '1' }),
  )
  expect(screen.getByRole('columnheader', { name: 'Alunos' }).getAttribute('aria-sort')).toBe('ascending')
  await userEvent.click(screen.getByLabelText('Limpar filtro: Saldo'))
  await waitFor(() => expect(at()).toBe('/escolas?search=mar&sortBy=total_students'))
})

it('reads an address that a user has typed, and asks for nothing that the server would refuse', async () => {
  const { calls } = await open([[mar]], {
    path: `/escolas?page=-3&sortBy=senha&negative=7&search=${'x'.repeat(60)}`,
  })
  await screen.findByRole('table')
  expect(calls[0]!.query).toEqual({ page: '1', search: 'x'.repeat(30), sortBy: '-date', negative: '' })
})

it('comes by escolas/p/{page} as well', async () => {
  const { at, calls } = await open([[mar], 1000], { path: '/escolas/p/10' })
  expect(at()).toBe('/escolas?page=10')
  expect(calls[0]!.query).toMatchObject({ page: '10' })
})

it('asks before it blocks, says what happens, and opens again without a question', async () => {
  const { server } = await open([[mar]])
  const changes = server.on(schoolRoutes.update, ({ body }) => ({ school: { ...school, ...body } }))
  await chooseAct('Bloquear')
  const dialog = within(await screen.findByRole('dialog', { name: messages.areYouSure }))
  expect(dialog.queryByText(blockedPlanTexts.rule)).toBeNull()
  expect(dialog.getByText(/1\.204 alunos deixam de entrar, e quem a administra também/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }))
  expect(changes).toHaveLength(0)
  server.on(platform.schools, () => pageOf([{ ...mar, is_blocked: true }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await chooseAct('Bloquear')
  const asked = within(await screen.findByRole('dialog'))
  await userEvent.type(asked.getByLabelText('Motivo'), 'Vídeos sem licença')
  await userEvent.click(asked.getByRole('button', { name: 'Bloquear' }))
  expect(await screen.findByText('Bloqueada')).toBeTruthy()
  expect(await screen.findByText('A escola “Escola do Mar” está bloqueada.')).toBeTruthy()
  await chooseAct('Desbloquear')
  await waitFor(() =>
    expect(changes.map(({ body, params }) => [params.schoolId, body])).toEqual([
      ['7', { is_blocked: true, blocked_reason: 'Vídeos sem licença' }],
      ['7', { is_blocked: false }],
    ]),
  )
})

it('says before and after a block that a monthly plan ends with the paid month', async () => {
  const monthly = { ...mar, plan_id: 'middle', plan_name: 'Middle' } as const
  const { server, client } = await open([[monthly]])
  await chooseAct('Bloquear')
  expect(within(await screen.findByRole('dialog')).getByText(blockedPlanTexts.rule)).toBeTruthy()
  expect(screen.getByText('Plano Middle')).toBeTruthy()
  server.on(platform.schools, () => pageOf([{ ...monthly, is_blocked: true }]))
  await client.invalidateQueries()
  expect(await screen.findByText('Plano Middle (termina com o mês pago)')).toBeTruthy()
})

it('keeps the reason of a block that was refused, with the fault beside it', async () => {
  const { server } = await open([[mar]])
  server.on(schoolRoutes.update, () => refuse('blockWithoutReason'))
  await chooseAct('Bloquear')
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Bloquear' }))
  expect(await screen.findByText(refusals.blockedReason)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Motivo'))
})

it('says so when nothing is found, and leads back from a page that is gone', async () => {
  const { server, at } = await open([[], 3], { path: '/escolas?page=4' })
  server.on(platform.schools, ({ query }) => pageOf(query?.search ? [] : [mar]))
  expect(await screen.findByText(listTexts.pageGone)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: listTexts.toFirstPage }))
  await vi.waitFor(() => expect(at()).toBe('/escolas'))
  await userEvent.type(screen.getByLabelText('Buscar escola por nome, e-mail ou endereço'), 'zx')
  expect(await screen.findByText('Nenhum nome, e-mail ou endereço tem palavra que começa com “zx”.')).toBeTruthy()
})

it('shows others their own schools, with their role and nothing to block', async () => {
  await open([[own, { ...own, id: '8', name: 'Escola do Rio', role: ['student'], is_blocked: true }]], {
    user: student,
  })
  const links = await screen.findAllByRole('link', { name: /Escola do/ })
  expect(links.map((link) => link.textContent)).toEqual(['EEscola do Margerente', 'EEscola do RioestudanteBloqueada'])
  expect(links[0]).toHaveProperty('href', own.url)
  expect(screen.queryByRole('button', { name: /loquear/ })).toBeNull()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

it('tells a user without a school that none is theirs yet', async () => {
  await open([[]], { user: student })
  expect(await screen.findByText('Você ainda não faz parte de nenhuma escola')).toBeTruthy()
})

it('keeps the last rows, dimmed, until the next ones have come, and no longer', async () => {
  const { server } = await open([[mar]])
  const answer = Promise.withResolvers<void>()
  await screen.findByText('Escola do Mar')
  server.on(platform.schools, async () => {
    await answer.promise
    return pageOf([{ ...mar, name: 'Escola do Rio' }])
  })
  await userEvent.click(screen.getByRole('button', { name: 'Saldo' }))
  await waitFor(() =>
    expect(screen.getByText('Escola do Mar').closest('[aria-busy]')!.getAttribute('aria-busy')).toBe('true'),
  )
  await act(async () => answer.resolve())
  expect((await screen.findByText('Escola do Rio')).closest('[aria-busy]')!.getAttribute('aria-busy')).toBe('false')
})
