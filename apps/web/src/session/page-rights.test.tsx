import { learning } from '@escola/contract/learning.contract'
import type { TeamRole } from '@escola/contract/permissions'
import type { Context } from '@escola/contract/schools.contract'
import { correctionsTitle, examQuestionsTitle, pageTitles, salesTitle } from '@escola/contract/titles'
import { today } from '@escola/contract/today.contract'
import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../testing/fake-server.ts'
import { quietHome, quietToday } from '../testing/quiet-home.ts'
import { routeRights, watchRefusals } from '../testing/route-rights.ts'
import { showApp } from '../testing/show-app.tsx'
import { contextOf, school, teamOf } from '../testing/show-screen.tsx'
import { mayOpen, pageRights } from './page-rights.ts'
import { readRights } from './rights.ts'

const as = (roles: TeamRole[], more: Partial<Context> = {}): Context => ({
  ...contextOf('admin'),
  team: teamOf(roles, ['4']),
  ...more,
})

/** Answers a home, and keeps the calls that the caller's rights don't include. */
function strictServer(context: Context) {
  const server = quietHome(fakeServer())
  server.on(learning.home, () => ({ categories: [] }))
  return { server, refused: watchRefusals(readRights(context)) }
}

const menu = async () =>
  within(await screen.findByRole('navigation', { name: 'Menu principal' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

const pages: [string, TeamRole[], string[]][] = [
  ['Moderador', ['moderator'], ['Home', 'Comunidade']],
  ['Professor', ['course_teacher'], ['Home', pageTitles.courses, examQuestionsTitle, correctionsTitle, 'Comunidade']],
  ['Atendimento', ['attendant'], ['Home', pageTitles.students, pageTitles.cohorts, salesTitle, 'Certificados']],
  ['Financeiro', ['treasurer'], ['Home', salesTitle, 'Saldo e planos']],
]

it.each(pages)(
  'gives a %s the menu and home of their rights, without a call that is refused',
  async (name, roles, own) => {
    const context = as(roles)
    const { server, refused } = strictServer(context)
    const { at } = await showApp(server, '/', () => context)
    expect(await screen.findByRole('heading', { name: 'Olá, Ana', level: 1 })).toBeTruthy()
    expect(await menu()).toEqual(own)
    expect(at()).toBe('/')
    expect(screen.getByRole('button', { name: `${name}: ver como estudante` })).toBeTruthy()
    expect(screen.queryByLabelText(/^Saldo: /) !== null).toBe(roles.includes('treasurer'))
    expect(refused).toEqual([])
  },
)

const addressOf = (routeId: string) => routeId.replace('/_app', '').replaceAll('_/', '/')
const plainPages = Object.keys(pageRights).filter((id) => !id.includes('$') && !/criar|offer/.test(id))

it.each(pages)('asks on no page that a %s may open for what is refused', async (_name, roles) => {
  const context = as(roles)
  const { server, refused } = strictServer(context)
  const { router } = await showApp(server, '/', () => context)
  const opened = plainPages.filter((id) => mayOpen(context, id))
  expect(opened.length).toBeGreaterThan(0)
  for (const id of opened) await act(() => router.navigate({ to: addressOf(id) as '/' }))
  expect(refused).toEqual([])
})

it('counts a call of the home that is refused', async () => {
  expect(routeRights.size).toBeGreaterThan(200)
  const { server, refused } = strictServer(as(['moderator']))
  await showApp(server, '/', () => contextOf('admin'))
  await screen.findByRole('heading', { name: 'Olá, Ana', level: 1 })
  expect(refused.length).toBeGreaterThan(0)
})

it('leads a moderator to no balance that the school owes, and asks for none of its data', async () => {
  const context = as(['moderator'], {
    bank: { balance: '-10.00', points: 0 },
    school: { ...school, role: ['admin'], email: '', cellphone: '' },
  })
  const { server } = strictServer(context)
  server.on(today.get, () => ({ ...quietToday, utc_grace_ends_on: '2026-12-02T12:00:00.000Z' }))
  const { at } = await showApp(server, '/', () => context)
  expect(await screen.findByRole('heading', { name: 'Olá, Ana', level: 1 })).toBeTruthy()
  expect(at()).toBe('/')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText(/R\$/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Ver os planos' })).toBeNull()
})

it.each(['/bank', '/alunos', '/usuarios', '/curso/0/novo', '/certificados', '/cursos'])(
  'says at %s which owner to ask',
  async (path) => {
    const { server } = strictServer(as(['moderator']))
    const { at } = await showApp(server, path, () => as(['moderator']))
    expect(await screen.findByRole('heading', { name: 'Peça acesso a Helena Prado', level: 1 })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ir para o início' })).toBeTruthy()
    expect(at()).toBe(path)
    expect(await menu()).toEqual(['Home', 'Comunidade'])
  },
)

it('shows a member of the team without the right their own courses, where they study', async () => {
  const context = as(['moderator'], { school: { ...school, role: ['admin', 'student'] } })
  const { server } = strictServer(context)
  await showApp(server, '/cursos', () => context)
  expect(await screen.findByRole('heading', { name: pageTitles.courses, level: 1 })).toBeTruthy()
  expect(await menu()).toEqual(['Home', pageTitles.courses, 'Comunidade', 'Certificados'])
})
