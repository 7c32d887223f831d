import { type CoursePage, coursePages } from '@escola/contract/course-pages.contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'
import type { Viewer } from '../../testing/show-screen.tsx'

const page: CoursePage = {
  link: 'vela',
  title: 'Vela para iniciantes',
  description_title: 'Do cais ao vento',
  description: '<p>Nós, velas e marés.</p>',
  img_wide_url: '',
  landing_page_url: 'vela.example/comprar',
  workload_hours_pretty: '1h30',
  teacher: 'Helena Duarte',
  is_open: true,
  modules: [
    {
      title: 'Primeiros nós',
      content: [
        { title: 'Nó de oito', main_media_duration: 65 },
        { title: 'Lais de guia', main_media_duration: 0 },
      ],
    },
    { title: 'No mar', content: [{ title: 'Sair do cais', main_media_duration: 600 }] },
  ],
}

async function open(as: Viewer, change: Partial<CoursePage> = {}) {
  const server = fakeServer()
  server.on(coursePages.get, () => ({ page: { ...page, ...change } }))
  await showPage(server, '/conheca/vela', as)
  expect(await screen.findByRole('heading', { level: 1, name: page.title })).toBeTruthy()
  return within(screen.getByRole('main'))
}

it('shows a guest what the course teaches, and the ways into it', async () => {
  const main = await open('visitor')
  for (const text of ['Do cais ao vento', 'Com Helena Duarte', '1h30', '3 aulas', 'Nós, velas e marés.', 'Nó de oito'])
    expect(main.getByText(text)).toBeTruthy()
  expect(main.getByText('2 aulas · 1:05')).toBeTruthy()
  const buy = main.getByRole('link', { name: 'Comprar' })
  expect([buy.getAttribute('href'), buy.getAttribute('target')]).toEqual(['https://vela.example/comprar', '_blank'])
  const signIn = main.getByRole('link', { name: 'Entrar' }) as HTMLAnchorElement
  expect([signIn.pathname, new URL(signIn.href).searchParams.get('redirect')]).toEqual(['/mar/login', '/c/vela'])
  await userEvent.click(main.getByRole('button', { name: 'Já comprei' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  expect(main.queryByRole('link', { name: 'Abrir o curso' })).toBeNull()
})

it('brings a guest to the school where the course has no landing page, and says what is not there yet', async () => {
  const main = await open('visitor', { landing_page_url: '', modules: [] })
  expect(main.getByRole('link', { name: 'Fale com a escola' })).toHaveProperty('hostname', 'wa.me')
  expect(main.getByText('As aulas deste curso chegam em breve.')).toBeTruthy()
})

it('leads a student on to the course', async () => {
  const main = await open('student', { landing_page_url: '' })
  expect(main.getByRole('link', { name: 'Abrir o curso' })).toHaveProperty('pathname', '/mar/c/vela')
  expect(main.queryByRole('link', { name: 'Entrar' })).toBeNull()
  expect(main.queryByRole('button', { name: 'Já comprei' })).toBeNull()
})

it('tells its administrator that the page is not open yet', async () => {
  const main = await open('admin', { is_open: false })
  expect(main.getByText(/Só você vê esta página/)).toBeTruthy()
  expect(main.getByRole('link', { name: 'Voltar a editar' })).toHaveProperty('pathname', '/mar/c/vela')
})

it('offers the other courses and the sign-in where the page has been closed', async () => {
  const server = fakeServer()
  server.on(coursePages.get, () => refuse('coursePageClosed'))
  await showPage(server, '/conheca/vela', 'visitor')
  expect(await screen.findByRole('heading', { level: 1, name: /não tem uma página pública/ })).toBeTruthy()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Ver os cursos' })).toHaveProperty('pathname', '/mar/')
  expect(main.getByRole('link', { name: 'Entrar' })).toHaveProperty('pathname', '/mar/c/vela')
})

it('is named on the sign-in of a guest who came for the course, while it is open', async () => {
  const server = fakeServer()
  const calls = server.on(coursePages.get, () => ({ page }))
  await showPage(server, '/login?redirect=%2Fc%2Fvela', 'visitor')
  const link = await screen.findByRole('link', { name: 'Conhecer o curso Vela para iniciantes' })
  expect(link).toHaveProperty('pathname', '/mar/conheca/vela')
  expect(calls).toHaveLength(1)
})
