import { categories as categoryRoutes } from '@escola/contract/categories.contract'
import { learning } from '@escola/contract/learning.contract'
import type { Context, School } from '@escola/contract/schools.contract'
import {
  bankAndPlansTitle,
  correctionsTitle,
  examQuestionsTitle,
  pageTitles,
  salesTitle,
} from '@escola/contract/titles'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { quietHome } from '../../testing/quiet-home.ts'
import { showApp } from '../../testing/show-app.tsx'
import { nowhere, school, student } from '../../testing/show-screen.tsx'
import { content, degree, summary } from '../learning/sample-course.ts'

const inSchool = (role: ('admin' | 'student')[], more: Partial<Context> = {}): Context => ({
  ...nowhere,
  user: student,
  school: { ...school, role },
  ...more,
})
const serverWithCourses = () => {
  const server = quietHome(fakeServer())
  server.on(learning.home, () => ({ categories: [] }))
  return server
}
const menu = async () =>
  within(await screen.findByRole('navigation', { name: 'Menu principal' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

it('offers an administrator the school’s work, and the student’s view on a click that is remembered', async () => {
  const figures = { students: { total: 1234 }, gatewayList: [{ id: '1', title: 'Turma A' }], sales: { waiting: 3 } }
  await showApp(serverWithCourses(), '/', () => inSchool(['admin'], figures))
  expect(await menu()).toEqual([
    'Home',
    pageTitles.courses,
    examQuestionsTitle,
    correctionsTitle,
    pageTitles.students,
    pageTitles.cohorts,
    `${salesTitle}3`,
    pageTitles.settings,
    pageTitles.design,
    'Comunidade',
    'Certificados',
    bankAndPlansTitle,
  ])
  expect(screen.getByRole('list', { name: 'Pessoas e vendas' })).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Olá, Ana', level: 1 })).toBeTruthy()
  expect(await screen.findByText('1.234')).toBeTruthy()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Administrador: ver como estudante' }))
  await waitFor(async () =>
    expect(await menu()).toEqual([
      'Home',
      pageTitles.courses,
      pageTitles.bookmarks,
      pageTitles.certificates,
      'Meus perfil',
      pageTitles.schools,
    ]),
  )
  expect(localStorage.getItem('escola.view')).toBe('7:student')
  await user.click(await screen.findByRole('button', { name: 'Estudante: ver como administrador' }))
  await waitFor(async () => expect(await menu()).toContain(pageTitles.cohorts))
})

it.each([
  ['/cursos', pageTitles.courses, 'page'],
  ['/turma/criar', pageTitles.cohorts, 'true'],
  ['/vendas/contas', salesTitle, 'true'],
  ['/planos', bankAndPlansTitle, 'true'],
] as const)('marks in the menu where %s belongs', async (path, label, current) => {
  await showApp(serverWithCourses(), path, () => inSchool(['admin']))
  await waitFor(async () => expect(await menu()).toContain(bankAndPlansTitle))
  const inMenu = within(screen.getByRole('navigation', { name: 'Menu principal' }))
  const marked = inMenu.getAllByRole('link').filter((link) => link.ariaCurrent ?? link.getAttribute('aria-current'))
  expect(marked.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([[label, current]])
})

it('leaves a lesson the room, until the student opens the menu there', async () => {
  const server = serverWithCourses()
  const lesson = { link: 'aula-1', title: 'Aula 1' }
  server.on(learning.lesson, () => ({ degree: degree([summary('1', lesson)]), content: content('1', lesson) }))
  const { router } = await showApp(server, '/c/vela/aula-1', () => inSchool(['student']))
  const toggle = (name: string) => screen.findByRole('button', { name })
  await userEvent.click(await toggle('Expandir Menu'))
  await userEvent.click(await toggle('Recolher Menu'))
  await act(() => router.navigate({ to: '/' }))
  expect(await toggle('Recolher Menu')).toBeTruthy()
})

it('goes small, goes away and comes back, and stays as it was left', async () => {
  const { router } = await showApp(serverWithCourses(), '/', () => inSchool(['student']))
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
  const bar = () => screen.getByRole('complementary', { name: 'Barra lateral' }).dataset.state
  expect(bar()).toBe('open')
  await press('Recolher Menu')
  expect(bar()).toBe('small')
  await press('Esconder Menu')
  expect(bar()).toBe('closed-right')
  expect(screen.queryByRole('navigation', { name: 'Menu principal' })).toBeNull()
  await act(() => router.navigate({ to: '/certificados' }))
  expect(bar()).toBe('closed-right')
  expect(localStorage.getItem('escola.sidebar')).toBe('closed-right')
  await press('Mostrar Menu')
  expect(bar()).toBe('open')
})

it('shows a student their points and no money, and an administrator the school’s', async () => {
  const mine = { user: { ...student, karma: 7 }, bank: { balance: '1234.50', points: 30 } }
  await showApp(serverWithCourses(), '/', () => inSchool(['admin', 'student'], mine))
  expect((await screen.findByLabelText('030 pontos')).textContent).toBe('030')
  expect(screen.getByLabelText('Saldo: R$ 1.234,50').getAttribute('href')).toBe('/mar/bank')
  await userEvent.click(screen.getByRole('button', { name: 'Administrador: ver como estudante' }))
  expect((await screen.findByLabelText('007 pontos')).textContent).toBe('007')
  expect(screen.queryByLabelText(/Saldo/)).toBeNull()
})

it('shows a visitor the way in, and nothing else', async () => {
  await showApp(serverWithCourses(), '/', () => inSchool([], { user: null }))
  const header = within(await screen.findByRole('banner'))
  const ways = header
    .getAllByRole<HTMLAnchorElement>('link')
    .map((link) => [link.ariaLabel ?? link.getAttribute('aria-label'), link.pathname])
  expect(ways).toEqual([
    ['Escola do Mar: início', '/mar/'],
    ['Minha conta: entrar', '/mar/minha-conta'],
  ])
  expect(header.queryByLabelText(/pontos|Saldo/)).toBeNull()
})

it('asks about work that was refused before it switches the view', async () => {
  const server = serverWithCourses()
  const categories = [{ id: '5', title: 'Idiomas', withoutCat: false, degrees: [] }]
  server.on(categoryRoutes.list, () => ({ categories, revision: '1' }))
  server.on(categoryRoutes.update, () => refuse('categoryTitleLong'))
  const { at } = await showApp(server, '/cursos', () => inSchool(['admin']))
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Título da categoria'), ' e mais')
  await user.click(screen.getByRole('button', { name: 'Administrador: ver como estudante' }))
  expect(await screen.findByText('Sair sem salvar?')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(screen.getByRole('button', { name: 'Administrador: ver como estudante' })).toBeTruthy()
  expect(screen.getByLabelText('Título da categoria')).toHaveProperty('value', 'Idiomas e mais')
  expect(at()).toBe('/cursos')
})

it('verifies certificates inside their school alone', async () => {
  const { at } = await showApp(fakeServer(), '/v/ABCD', () => nowhere)
  expect(at()).toBe('/login')
})

it('offers a student what students have', async () => {
  await showApp(serverWithCourses(), '/', () => inSchool(['student']))
  expect(await menu()).toEqual([
    'Home',
    pageTitles.courses,
    pageTitles.bookmarks,
    pageTitles.certificates,
    'Meus perfil',
    pageTitles.schools,
  ])
  expect(screen.getByText('Estudante')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /ver como/ })).toBeNull()
})

it('offers an administrator the choice of a school when they administer more', async () => {
  const user = { ...student, isAdminOfMoreSchools: true }
  await showApp(serverWithCourses(), '/', () => inSchool(['admin'], { user }))
  expect((await menu()).at(-1)).toBe(pageTitles.schools)
})

it.each([
  ['without a session', null, ['Home', pageTitles.courses]],
  ['from another school', student, ['Home', pageTitles.courses, 'Meus perfil', pageTitles.schools]],
])('offers a visitor %s the courses', async (_, user, entries) => {
  await showApp(serverWithCourses(), '/', () => inSchool([], { user }))
  expect(await menu()).toEqual(entries)
})

it.each([
  ['/alunos/p/3', '/alunos?page=3'],
  ['/alunos/p/1', '/alunos'],
  ['/alunos/p/x', '/alunos'],
  ['/alunos/abc', '/aluno/abc'],
  ['/turma/5/p/2', '/turma/5?page=2'],
  ['/escolas/p/2', '/escolas?page=2'],
])('knows the address %s as %s', async (path, target) => {
  const { at } = await showApp(serverWithCourses(), path, () => inSchool(['admin']))
  expect(at()).toBe(target)
})

it('sends a student away from the administrator’s pages', async () => {
  const asStudent = await showApp(serverWithCourses(), '/turmas', () => inSchool(['student']))
  await waitFor(() => expect(asStudent.at()).toBe('/'))
})

it('sends a visitor to the login, and remembers where they were going', async () => {
  const { at } = await showApp(fakeServer(), '/turmas', () => ({ ...inSchool([]), user: null }))
  expect(at()).toBe('/login?redirect=%2Fturmas')
})

it('keeps a private school’s pages to its people', async () => {
  const closed = { ...school, role: [], is_private: true }
  const { at } = await showApp(fakeServer(), '/', () => ({ ...nowhere, school: closed }))
  expect(at()).toBe('/login')
})

it('opens a blocked school to an administrator of the platform', async () => {
  const viewed = { ...school, role: ['admin' as const], is_blocked: true, platform_view: true }
  const { at } = await showApp(serverWithCourses(), '/', () => ({ ...nowhere, user: student, school: viewed }))
  expect(at()).toBe('/')
})

const visited = (change: Partial<School> = {}) =>
  inSchool(['admin'], { school: { ...school, role: ['admin'], platform_view: true, ...change } })

it('shows an administrator of the platform no school as its students see it, whatever was chosen before', async () => {
  localStorage.setItem('escola.view', '7:student')
  const { at } = await showApp(serverWithCourses(), '/turmas', () => visited())
  expect(at()).toBe('/turmas')
  expect(await screen.findByText('Administrador')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /ver como/ })).toBeNull()
})

it('opens the terms of a blocked school to an administrator of the platform, beside the sidebar', async () => {
  const { at } = await showApp(serverWithCourses(), '/termos-e-condicoes', () => visited({ is_blocked: true }))
  expect(at()).toBe('/termos-e-condicoes')
  expect(await screen.findByRole('complementary')).toBeTruthy()
})

it('sends the people of an academy to their program, with their session, before any page of the school', async () => {
  localStorage.setItem('escola.token', 'um-token')
  const replace = vi.fn()
  vi.stubGlobal('location', { ...location, replace })
  const server = serverWithCourses()
  const asked = server.on(learning.home, () => ({ categories: [] }))
  const academyUrl = 'https://hero.example/?auth='
  void showApp(server, '/', () => ({ ...inSchool(['student']), academyUrl }))
  await waitFor(() => expect(replace.mock.calls).toEqual([['https://hero.example/?auth=um-token']]))
  expect(asked).toHaveLength(0)
})

it('leaves nothing but its contact of a blocked school', async () => {
  const { at } = await showApp(fakeServer(), '/', () =>
    inSchool(['student'], { school: { ...school, is_blocked: true } }),
  )
  expect(at()).toBe('/contato')
  expect(await screen.findByRole('link', { name: 'contato@mar.example' })).toBeTruthy()
  const whatsapp = screen.getByRole('link', { name: '(11) 91234-5678' })
  expect(whatsapp).toHaveProperty('pathname', '/5511912345678')
})

it('says that a page is lost inside the school’s frame', async () => {
  await showApp(serverWithCourses(), '/nao/existe/nada', () => inSchool(['student']))
  expect(await screen.findByRole('heading', { name: 'Página não encontrada', level: 1 })).toBeTruthy()
  expect(await menu()).toContain('Home')
})

const agreed = ['Termos e Condições', 'Política de Privacidade']
it.each([
  ['outside any school', nowhere, agreed],
  ['in a school', inSchool([], { user: null }), [...agreed, 'Contato', 'Sobre']],
  [
    'of a private school, to its people',
    inSchool(['student'], { school: { ...school, is_private: true } }),
    [...agreed, 'Contato', 'Sobre'],
  ],
  [
    'of a private school, to others',
    inSchool([], { user: null, school: { ...school, role: [], is_private: true } }),
    agreed,
  ],
  ['of a blocked school', inSchool(['student'], { school: { ...school, is_blocked: true } }), []],
])('leads from every page to the pages that are open: %s', async (_where, context, labels) => {
  await showApp(serverWithCourses(), context.school?.is_blocked ? '/contato' : '/login', () => context)
  const footer = within(await screen.findByRole('contentinfo'))
  expect(footer.queryAllByRole('link').map((link) => link.textContent)).toEqual(labels)
})
