import { platform } from '@escola/contract/platform.contract'
import { type TeamChange, teamLog, teamLogTexts } from '@escola/contract/team-log.contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

const change: TeamChange = {
  id: '2',
  user_id: '71',
  name: 'Rui Prado',
  change: 'students.correct',
  subject: { kind: 'student', id: '9', title: 'Ana Lima', link: 'ana' },
  times: 3,
  values: [{ field: 'Nome', before: 'Ana Souza', after: 'Ana Lima' }],
  utc_began_on: '2026-03-01T17:00:00.000Z',
  utc_made_on: '2026-03-01T17:20:00.000Z',
}
const people = [{ user_id: '71', name: 'Rui Prado' }]
async function show(list: TeamChange[], path = '/config/acessos/equipe') {
  const server = fakeServer()
  const calls = server.on(teamLog.list, () => ({
    changes: { total: list.length, page: 1, rowsPerPage: 50, list },
    people,
  }))
  server.on(platform.auditLog, () => ({ visits: { total: 0, page: 1, rowsPerPage: 20, list: [] } }))
  return { calls, ...(await showPage(server, path, 'admin')) }
}

it('says who changed what, in what, and from which value to which', async () => {
  await show([change, { ...change, id: '1', change: 'schools.update', subject: null, times: 1, values: [] }])
  const day = await screen.findByRole('region', { name: '01/03/2026' })
  expect(
    within(day)
      .getAllByRole('listitem')
      .map((each) => each.textContent),
  ).toEqual([
    '14:00 – 14:20Rui Prado · Corrigiu o nome e o telefone de um aluno (3 vezes)Aluno: Ana LimaNome: Ana Souza → Ana Lima',
    '14:00 – 14:20Rui Prado · Alterou as configurações da escola',
  ])
  expect(within(day).getByRole('link', { name: 'Ana Lima' }).getAttribute('href')).toBe('/mar/aluno/ana')
})

it('asks for the person and the area that the address names, and says so when nothing fits', async () => {
  const { calls } = await show([], '/config/acessos/equipe?pessoa=71&area=money')
  expect(await screen.findByText(teamLogTexts.noMatch)).toBeTruthy()
  expect(calls[0]!.query).toEqual({ page: '1', user_id: '71', area: 'money' })
})

it('leads to the visits of the platform', async () => {
  await show([change])
  await userEvent.click(await screen.findByRole('link', { name: 'Acessos da plataforma' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Acessos da plataforma' })).toBeTruthy()
})
