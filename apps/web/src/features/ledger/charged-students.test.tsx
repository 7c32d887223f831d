import { type ChargedStudent, chargedTexts, charges } from '@escola/contract/charges.contract'
import { listTexts } from '@escola/contract/messages'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

const ana: ChargedStudent = {
  user_id: '7',
  month: '2026-10',
  place: 16,
  cents: 100,
  name: 'Ana Souza',
  email: 'ana@aluna.example',
  link: 'ana',
  merged_into: '',
  school_gateways: ['Turma da tarde', 'Turma da noite'],
}
const merged = { ...ana, user_id: '8', place: 17, name: 'Bia Reis', link: 'bia', merged_into: 'Bia R.' }
const gone = { ...ana, user_id: '9', place: 18, name: 'Caio Lima', link: null, school_gateways: [] }
const erased = { ...gone, user_id: '10', place: 19, name: '', email: '' }

it('names the students of a row, as the school knows them now, and leads to their pages', async () => {
  const server = fakeServer()
  const list = [ana, merged, gone, erased]
  const asked = server.on(charges.students, () => ({
    utc_booked_on: '2026-10-20T12:00:00.000Z',
    cents: 400,
    students: { total: 104, page: 1, rowsPerPage: 50, list },
  }))
  await showPage(server, '/bank/alunos/31')
  expect(await screen.findByText(/^20\/10\/2026: 104 alunos, R\$ 4,00\./)).toBeTruthy()
  const [, ...rows] = within(screen.getByRole('table', { name: 'Alunos acima dos grátis' })).getAllByRole('row')
  const linkOf = (row: HTMLElement) => within(row).queryByRole('link')?.getAttribute('href')
  expect(rows.map(linkOf)).toEqual(['/mar/aluno/ana', '/mar/aluno/bia', undefined, undefined])
  const [first, second, third, last] = rows.map((row) => within(row))
  for (const text of ['Turma da tarde, Turma da noite', '10/2026', '16º', 'R$ 1,00', ana.email])
    expect(first!.getByText(text)).toBeTruthy()
  expect(second!.getByText(chargedTexts.merged('Bia R.'))).toBeTruthy()
  expect(third!.getByText(chargedTexts.left)).toBeTruthy()
  expect(last!.getByText(chargedTexts.erased)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Saldo da escola' }).getAttribute('href')).toBe('/mar/bank')
  await userEvent.click(screen.getByRole('button', { name: 'Página 3' }))
  await screen.findByRole('table')
  expect(asked.map(({ params, query }) => [params.id, query.page])).toEqual([
    ['31', '1'],
    ['31', '3'],
  ])
})

it('leads from an address of a page beyond the end to the first one', async () => {
  const server = fakeServer()
  server.on(charges.students, ({ query }) => ({
    utc_booked_on: '2026-10-20T12:00:00.000Z',
    cents: 100,
    students: { total: 1, page: Number(query.page), rowsPerPage: 50, list: query.page === '1' ? [ana] : [] },
  }))
  await showPage(server, '/bank/alunos/31?page=9')
  await userEvent.click(await screen.findByRole('button', { name: listTexts.toFirstPage }))
  expect(await screen.findByRole('link', { name: ana.name })).toBeTruthy()
})

it('says of a row that there is not, or that another school has, that there is none', async () => {
  const server = fakeServer()
  server.on(charges.students, () => refuse('chargedRowUnknown'))
  await showPage(server, '/bank/alunos/31')
  expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeTruthy()
})
