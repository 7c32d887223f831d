import { karma, type RankRow } from '@escola/contract/karma.contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf, student, type Viewer } from '../../testing/show-screen.tsx'

const row = (place: number, name: string, points: number, user_id = `9${place}`): RankRow => ({
  place,
  user_id,
  name,
  profile_img_url: '',
  link: name,
  karma: points,
})
const top = [row(1, 'Bia Lima', 300), row(2, 'Caio Reis', 120, '80'), row(2, 'Davi Luz', 120, '81')]

function open({
  me,
  total = 3,
  as = 'student',
  has_rank = true,
}: {
  me: RankRow | null
  total?: number
  as?: Viewer
  has_rank?: boolean
}) {
  const server = fakeServer()
  const calls = server.on(karma.rank, ({ query }) => ({
    rank: { list: total ? top : [], total, page: Number(query?.page), rowsPerPage: 50 },
    me,
  }))
  const context = contextOf(as)
  const shown = showApp(server, '/rank', () => ({ ...context, school: { ...context.school!, has_rank } }))
  return shown.then((app) => ({ ...app, calls }))
}
const rows = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((item) => item.textContent)

it('lists students by their place, equals on the same one', async () => {
  await open({ me: null })
  expect(rows(await screen.findByRole('list', { name: 'Alunos por pontos' }))).toEqual([
    '1º lugarBia Lima300 pontos',
    '2º lugarCaio Reis120 pontos',
    '2º lugarDavi Luz120 pontos',
  ])
  expect(screen.getByText(/Conclua a sua primeira aula e você entra no rank/)).toBeTruthy()
})

it('always shows the student’s own place', async () => {
  await open({ me: row(1042, 'Ana Souza', 10, student.id), total: 2000 })
  expect(rows(await screen.findByRole('list', { name: 'O seu lugar' }))).toEqual([
    '1.042º lugarAna Souza (você)10 pontos',
  ])
  expect(screen.getByText(/Você está em 1\.?042º lugar, com 10 pontos/)).toBeTruthy()
})

it('shows it once where the page has it already', async () => {
  await open({ me: top[1]! })
  expect(await screen.findByText('Caio Reis (você)')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'O seu lugar' })).toBeNull()
})

it('turns its pages by the address', async () => {
  const user = userEvent.setup()
  const { calls, at } = await open({ me: null, total: 120 })
  await user.click(await screen.findByRole('button', { name: 'Página 2' }))
  await vi.waitFor(() => expect(calls.map(({ query }) => Number(query?.page))).toContain(2))
  expect(at()).toBe('/rank?page=2')
})

it('says that no student has points yet', async () => {
  await open({ me: null, total: 0 })
  expect(await screen.findByText('Ninguém tem pontos ainda.')).toBeTruthy()
})

it('is not there where the school shows none, nor for visitors', async () => {
  expect((await open({ me: null, has_rank: false })).at()).toBe('/')
  expect((await open({ me: null, as: 'visitor' })).at()).toBe('/login?redirect=%2Frank')
})
