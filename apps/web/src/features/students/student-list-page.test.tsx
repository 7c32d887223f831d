import { bulkChanges } from '@escola/contract/bulk-changes.contract'
import { errors } from '@escola/contract/errors'
import { messages } from '@escola/contract/messages'
import { type ListedStudent, students } from '@escola/contract/students.contract'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { fail, fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

const ana: ListedStudent = {
  user_id: '9',
  link: 'abc',
  name: 'Carla Lima',
  email: 'ana@exemplo.com',
  cellphone: '',
  origin: 'importer',
  utc_created_on: '2026-03-01T12:00:00.000Z',
  school_gateways: ['Manhã', 'Noite'],
  progress: '66.67',
  utc_seen_on: null,
}
const pageOf = (list: ListedStudent[], hasAny = true) => ({
  students: { total: list.length, enrolled: list.length, more: false, hasAny, page: 1, rowsPerPage: 50, list },
})

async function open(answer: (query: { search?: string }) => ListedStudent[], hasAny = true) {
  const server = fakeServer()
  server.on(bulkChanges.latest, () => ({ bulk: null }))
  const calls = server.on(students.list, ({ query }) => pageOf(answer(query ?? {}), hasAny))
  return { server, calls, ...(await showPage(server, '/alunos')) }
}
/** A window as narrow as a phone's. */
function usePhoneWindow() {
  const known = window.matchMedia
  vi.stubGlobal('matchMedia', (query: string) => ({ ...known(query), matches: query.includes('max-width: 47') }))
}
afterEach(() => vi.unstubAllGlobals())
const searchBox = () => screen.findByLabelText('Buscar aluno por nome, e-mail ou telefone')

it('lists students with their classes and how many there are', async () => {
  await open(() => [ana])
  expect(await screen.findByText('Mostrando 1 aluno(s) de 1 matriculado(s)')).toBeTruthy()
  const row = within(screen.getAllByRole('row')[1]!)
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    '',
    '1',
    'Carla Lima',
    'ana@exemplo.com',
    'Manhã, Noite',
    'Importação',
    '01/03/2026',
    '67%',
    'nunca entrou',
  ])
  expect(row.getByRole('link', { name: 'Carla Lima' })).toHaveProperty('pathname', '/mar/aluno/abc')
})

it('searches once after a pause in typing', async () => {
  const { calls, at } = await open(({ search }) => (search ? [] : [ana]))
  // Three keys without a pause, however busy the machine is.
  await userEvent.setup({ delay: null }).type(await searchBox(), 'zzz')
  expect(await screen.findByText(messages.noStudentsFound)).toBeTruthy()
  expect(calls.map(({ query }) => query?.search)).toEqual(['', 'zzz'])
  expect(at()).toBe('/alunos?search=zzz')
})

it('offers who may have been meant where a search finds no student, and the sales that wait', async () => {
  const { server } = await open(({ search }) => (search ? [] : [ana]))
  const asked = server.on(students.nearby, () => ({
    students: [{ link: 'abc', name: 'Carla Lima', email: 'ana@exemplo.com' }],
    pending_sales: 1,
  }))
  await userEvent.setup({ delay: null }).type(await searchBox(), 'anna@exemplo.com')
  const meant = await screen.findByRole('link', { name: 'Carla Lima (ana@exemplo.com)' })
  expect(meant).toHaveProperty('pathname', '/mar/aluno/abc')
  const waiting = screen.getByRole('link', { name: '1 venda com este nome ou e-mail espera por você' })
  expect(waiting.getAttribute('href')).toBe('/mar/vendas?search=anna%40exemplo.com')
  expect(asked).toMatchObject([{ query: { search: 'anna@exemplo.com' } }])
})

it('says what a search looks for, and when it finds more than it counts', async () => {
  const { server } = await open(({ search }) => (search ? [] : [ana]))
  const box = await searchBox()
  await userEvent.type(box, 'zx')
  expect(await screen.findByText('Nenhum nome, e-mail ou telefone tem palavra que começa com “zx”.')).toBeTruthy()
  server.on(students.list, () => ({ students: { ...pageOf([ana]).students, total: 200, enrolled: 1234, more: true } }))
  await userEvent.type(box, 'a')
  expect(
    await screen.findByText(
      /^Mostrando 1 aluno\(s\) de 1\.234 matriculado\(s\)\. Encontrados: mais de 200\. Escreva mais/,
    ),
  ).toBeTruthy()
})

it('keeps the last rows, dimmed, and the focus until those of a search have come', async () => {
  const { server } = await open(() => [ana])
  const box = await searchBox()
  await screen.findByText('Carla Lima')
  const answer = Promise.withResolvers<void>()
  server.on(students.list, async () => {
    await answer.promise
    return pageOf([{ ...ana, name: 'Bruno Dias' }])
  })
  await userEvent.type(box, 'bru')
  await waitFor(() => expect(screen.getByRole('table').closest('[aria-busy]')?.ariaBusy).toBe('true'))
  // Longer than a page waits before its skeleton is shown.
  await act(() => new Promise((resolve) => setTimeout(resolve, 400)))
  expect(screen.getByText('Carla Lima')).toBeTruthy()
  expect(screen.queryByLabelText('Carregando')).toBeNull()
  expect([document.activeElement, box]).toEqual([box, await searchBox()])
  await act(async () => answer.resolve())
  expect(await screen.findByText('Bruno Dias')).toBeTruthy()
  expect(screen.queryByText('Carla Lima')).toBeNull()
  expect(screen.getByRole('table').closest('[aria-busy]')?.ariaBusy).toBe('false')
  expect(document.activeElement).toBe(box)
})

it('shows at once what was loaded before, also without a connection', async () => {
  const { server, router } = await open(() => [ana])
  await screen.findByText('Carla Lima')
  await act(() => router.navigate({ to: '/escolas' }))
  server.on(students.list, () => {
    throw new TypeError('Failed to fetch')
  })
  await act(() => router.navigate({ to: '/alunos' }))
  expect(screen.getByText('Carla Lima')).toBeTruthy()
})

it('sorts by a heading, and turns it round', async () => {
  const { calls } = await open(() => [ana])
  const headings = async () =>
    (await screen.findAllByRole('columnheader')).map((heading) => [heading.textContent, heading.ariaSort])
  expect(await headings()).toContainEqual(['Membro desde', 'descending'])
  for (const [name, sorted] of [
    ['Nome', 'ascending'],
    ['Nome', 'descending'],
    ['Membro desde', 'ascending'],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name }))
    await waitFor(async () => expect(await headings()).toContainEqual([name, sorted]))
  }
  await waitFor(() => expect(calls.map(({ query }) => query?.sort)).toEqual(['-since', 'name', '-name', 'since']))
})

it('offers the next step to a school without students', async () => {
  await open(() => [], false)
  expect(await screen.findByText(messages.noStudents)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ir para as turmas' })).toBeTruthy()
  expect(screen.queryByLabelText('Buscar aluno por nome, e-mail ou telefone')).toBeNull()
})

it('says what failed and tries again', async () => {
  const server = fakeServer()
  server.on(bulkChanges.latest, () => ({ bulk: null }))
  server.on(students.list, () => fail('unavailable'))
  await showPage(server, '/alunos')
  expect(await screen.findByText(errors.unavailable.pt)).toBeTruthy()
  server.on(students.list, () => pageOf([ana]))
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  expect(await screen.findByText('Carla Lima')).toBeTruthy()
})

it('says what failed in a search, and tries again', async () => {
  const { server } = await open(() => [ana])
  server.on(students.list, () => fail('unavailable'))
  await userEvent.type(await searchBox(), 'ana')
  expect(await screen.findByText(errors.unavailable.pt)).toBeTruthy()
  server.on(students.list, () => pageOf([ana]))
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  expect(await screen.findByText('Carla Lima')).toBeTruthy()
  expect(await searchBox()).toHaveProperty('value', 'ana')
})

it('filters by what is chosen, keeps it in the address, and offers to take the filters away', async () => {
  const { calls, at } = await open(() => [ana])
  await userEvent.click(await screen.findByRole('combobox', { name: 'Entrada' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Nunca entrou' }))
  await waitFor(() => expect(at()).toBe('/alunos?entered=never'))
  await waitFor(() => expect(calls.at(-1)!.query).toMatchObject({ entered: 'never', access: '' }))
  expect(await screen.findByText(/^Mostrando 1 aluno\(s\) de 1 matriculado\(s\)\. Encontrados: 1\./)).toBeTruthy()
})

it('takes the filters of an address, and those alone that there are', async () => {
  const server = fakeServer()
  server.on(bulkChanges.latest, () => ({ bulk: null }))
  const calls = server.on(students.list, () => pageOf([]))
  await showPage(server, '/alunos?access=soon&origin=pombo&school_gateway_id=3')
  expect(await screen.findByText('Nenhum aluno corresponde a estes filtros.')).toBeTruthy()
  expect(calls[0]!.query).toMatchObject({ access: 'soon', origin: '', school_gateway_id: '3' })
  server.on(students.list, () => pageOf([ana]))
  await userEvent.click(screen.getByRole('button', { name: 'Limpar filtros' }))
  expect(await screen.findByText('Carla Lima')).toBeTruthy()
})

it('shows the columns that a user has chosen, and the usual ones again', async () => {
  await open(() => [ana])
  const labels = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  await screen.findByText('Carla Lima')
  const usual = labels()
  await userEvent.click(screen.getByRole('button', { name: 'Colunas' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Telefone' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Origem' }))
  const chosen = usual.filter((label) => label !== 'Origem')
  await waitFor(() => expect(labels().toSorted()).toEqual([...chosen, 'Telefone'].toSorted()))
  cleanup()
  await open(() => [ana])
  await screen.findByText('Carla Lima')
  expect(labels().toSorted()).toEqual([...chosen, 'Telefone'].toSorted())
  await userEvent.click(screen.getByRole('button', { name: 'Colunas' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Voltar ao padrão' }))
  await waitFor(() => expect(labels()).toEqual(usual))
})

it('downloads the students that the search and the filters find', async () => {
  const { server } = await open(() => [ana])
  const exported = server.on(students.exportFile, () => fail('unavailable'))
  await userEvent.click(await screen.findByRole('button', { name: 'Baixar CSV' }))
  await waitFor(() => expect(exported).toHaveLength(1))
  expect(exported[0]!.query).toMatchObject({ search: '', access: '', entered: '' })
  expect(await screen.findByText(errors.unavailable.pt)).toBeTruthy()
})

it('has the filters of a phone in a sheet, and those in use as chips that take them away', async () => {
  usePhoneWindow()
  const { calls, at } = await open(() => [ana])
  await userEvent.click(await screen.findByRole('button', { name: 'Filtros' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Filtros' }))
  const choose = async (field: string, name: string) => {
    await userEvent.click(await sheet.findByRole('combobox', { name: field }))
    await userEvent.click(await screen.findByRole('option', { name }))
  }
  await choose('Entrada', 'Nunca entrou')
  await choose('Ordenar por', 'Nome, de A a Z')
  await waitFor(() => expect(at()).toBe('/alunos?sort=name&entered=never'))
  await userEvent.click(await sheet.findByRole('button', { name: 'Ver 1 aluno' }))
  await screen.findByRole('button', { name: 'Filtros (1)' })
  await userEvent.click(await screen.findByRole('button', { name: 'Limpar filtro: Entrada' }))
  await waitFor(() => expect(at()).toBe('/alunos?sort=name'))
  await waitFor(() => expect(calls.at(-1)!.query).toMatchObject({ entered: '', sort: 'name' }))
  await screen.findByRole('button', { name: 'Filtros' })
})

it('selects on a phone once that is asked for, and forgets who was selected when it ends', async () => {
  usePhoneWindow()
  await open(() => [ana])
  await userEvent.click(await screen.findByRole('button', { name: 'Selecionar' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar Carla Lima' }))
  expect(await screen.findByRole('region', { name: 'Alunos selecionados' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(await screen.findByText('Nenhum aluno selecionado')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Alunos selecionados' })).toBeNull()
})
