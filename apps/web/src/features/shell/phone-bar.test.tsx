import { learning } from '@escola/contract/learning.contract'
import type { Context } from '@escola/contract/schools.contract'
import { pageTitles, salesTitle } from '@escola/contract/titles'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { quietHome } from '../../testing/quiet-home.ts'
import { showApp } from '../../testing/show-app.tsx'
import { nowhere, school, student } from '../../testing/show-screen.tsx'
import { content, degree, summary } from '../learning/sample-course.ts'
import { Header, PhoneBar } from './header-part.tsx'

const { matchMedia } = window
// React never retries what suspends while the test renders, so both are there before.
beforeAll(async () => {
  await Promise.all([Header.preload?.(), PhoneBar.preload?.()])
})
beforeEach(() => {
  // jsdom has no dialogs over a page.
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true
  }
  vi.stubGlobal('matchMedia', (query: string) => ({ ...matchMedia(query), matches: query === '(max-width: 599px)' }))
})

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
const bar = async () => within(await screen.findByRole('navigation', { name: 'Atalhos' }))
const entriesOf = ({ getAllByRole }: Awaited<ReturnType<typeof bar>>) =>
  getAllByRole('link').map((link) => [link.textContent, link.getAttribute('aria-label')])

it('gives an administrator the work of an evening, in short words with their full names', async () => {
  await showApp(serverWithCourses(), '/', () => inSchool(['admin'], { sales: { waiting: 120 } }))
  const shortcuts = await bar()
  await shortcuts.findByRole('link', { name: pageTitles.students })
  expect(entriesOf(shortcuts)).toEqual([
    ['Home', 'Home'],
    ['Alunos', pageTitles.students],
    ['Vendas', `${salesTitle}: 120`],
    ['Comunidade', pageTitles.community],
  ])
  expect(shortcuts.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page')
})

it('opens the whole menu, which a page with the bar has nowhere else', async () => {
  await showApp(serverWithCourses(), '/', () => inSchool(['student']))
  const shortcuts = await bar()
  expect(entriesOf(shortcuts)).toEqual([
    ['Home', 'Home'],
    ['Cursos', pageTitles.courses],
    ['Favoritos', pageTitles.bookmarks],
    ['Perfil', 'Meus perfil'],
  ])
  expect(screen.queryByRole('button', { name: 'Abrir menu' })).toBeNull()
  await userEvent.click(shortcuts.getByRole('button', { name: 'Mais' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Menu' }))
  expect(drawer.getByRole('link', { name: pageTitles.certificates })).toBeTruthy()
})

it('leaves visitors the menu in the header', async () => {
  await showApp(serverWithCourses(), '/', () => inSchool([], { user: null }))
  expect(await screen.findByRole('button', { name: 'Abrir menu' })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Atalhos' })).toBeNull()
})

it('leaves a lesson the whole window', async () => {
  const server = serverWithCourses()
  const lesson = { link: 'aula-1', title: 'Aula 1' }
  server.on(learning.lesson, () => ({ degree: degree([summary('1', lesson)]), content: content('1', lesson) }))
  await showApp(server, '/c/vela/aula-1', () => inSchool(['student']))
  expect(await screen.findByRole('heading', { name: 'Aula 1', level: 1 })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Atalhos' })).toBeNull()
})

it('leaves an editor its room, with the menu in the header', async () => {
  await showApp(serverWithCourses(), '/certificado/criar', () => inSchool(['admin']))
  expect(await screen.findByRole('button', { name: 'Abrir menu' })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Atalhos' })).toBeNull()
})
