import { dayMs } from '@escola/contract/durations'
import { type HomeNews, learning } from '@escola/contract/learning.contract'
import { messages } from '@escola/contract/messages'
import { notifications } from '@escola/contract/notifications.contract'
import { schools } from '@escola/contract/schools.contract'
import { threads } from '@escola/contract/threads.contract'
import { pageTitles } from '@escola/contract/titles'
import { done } from '@escola/contract/wire'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { contextQuery } from '../../session/context.ts'
import { queryClient } from '../../session/query-client.ts'
import { fail, fakeServer } from '../../testing/fake-server.ts'
import { showApp, showPage } from '../../testing/show-app.tsx'
import { contextOf, type Viewer } from '../../testing/show-screen.tsx'
import { card, content, degree, summary } from './sample-course.ts'

const open = (server: ReturnType<typeof fakeServer>, as: Viewer = 'student', at = '/') => showPage(server, at, as)
const answer = (...degrees: ReturnType<typeof card>[]) => ({ categories: [{ id: '5', title: 'Navegação', degrees }] })

it('shows each course with what can be done with it', async () => {
  const server = fakeServer()
  server.on(learning.course, () => ({ degree: degree([summary('1')]) }))
  server.on(learning.home, () =>
    answer(
      card({ id: '1', link: 'a', title: 'Nós', state: 'start' }),
      card({ id: '2', link: 'b', title: 'Ventos', state: 'continue', progress: '33.33' }),
      card({ id: '3', link: 'c', title: 'Marés', state: 'done', progress: '100.00' }),
      card({ id: '4', link: 'd', title: 'Cartas', state: 'locked' }),
    ),
  )
  await open(server)
  expect(await screen.findByRole('heading', { name: 'Olá, Ana' })).toBeTruthy()
  const row = within(await screen.findByRole('region', { name: 'Navegação' }))
  expect(row.getByRole('link', { name: /Nós.*Iniciar/ })).toHaveProperty('pathname', '/mar/c/a')
  expect(row.getByRole('link', { name: /Ventos.*Continuar/ })).toHaveProperty('pathname', '/mar/c/b')
  expect(row.getByRole('progressbar')).toHaveProperty('ariaValueNow', '33')
  expect(row.getByRole('link', { name: /Marés.*Concluído/ })).toHaveProperty('pathname', '/mar/c/c')
  const locked = row.getByRole('link', { name: /Cartas.*Bloqueado.*Fale com a escola/ })
  expect(locked).toHaveProperty('hostname', 'wa.me')
})

it('is called what the way back to it is called, where it is the list of courses', async () => {
  const server = fakeServer()
  server.on(learning.home, () => answer(card()))
  await open(server, 'student', '/cursos')
  expect(await screen.findByRole('heading', { level: 1, name: pageTitles.courses })).toBeTruthy()
})

it('offers the course that was studied last, at the lesson that comes next', async () => {
  const server = fakeServer()
  server.on(learning.course, () => ({
    degree: degree([summary('1', { isComplete: true }), summary('2', { title: 'Nó de oito' })]),
  }))
  server.on(learning.home, () =>
    answer(
      card({
        id: '1',
        title: 'Ventos',
        state: 'continue',
        progress: '80.00',
        utc_studied_on: '2026-11-20T10:00:00.000Z',
      }),
      card({
        id: '2',
        link: 'nos',
        title: 'Nós',
        state: 'continue',
        progress: '20.00',
        utc_studied_on: '2026-11-21T10:00:00.000Z',
      }),
      card({ id: '3', title: 'Marés', state: 'continue', progress: '90.00' }),
    ),
  )
  await open(server)
  const hero = within(await screen.findByRole('region', { name: 'Nós' }))
  expect(await hero.findByText('Próxima aula: Nó de oito')).toBeTruthy()
  expect(hero.getByRole('link', { name: messages.courseContinue })).toHaveProperty('pathname', '/mar/c/nos/aula-2')
})

it('says when the next lesson opens, and promises no way on to it', async () => {
  const server = fakeServer()
  const availableWhen = new Date(Date.now() + 6.5 * dayMs).toISOString()
  server.on(learning.course, () => ({
    degree: degree([summary('1', { isComplete: true }), summary('2', { dripped: true, availableWhen })]),
  }))
  server.on(learning.home, () => answer(card({ link: 'nos', title: 'Nós', state: 'continue', progress: '50.00' })))
  await open(server)
  const hero = within(await screen.findByRole('region', { name: 'Nós' }))
  expect(await hero.findByText('Libera em 7 dias')).toBeTruthy()
  expect(hero.getByRole('link', { name: 'Rever o curso' })).toHaveProperty('pathname', '/mar/c/nos')
  expect(hero.queryByRole('link', { name: messages.courseContinue })).toBeNull()
})

const news = (change: Partial<HomeNews>): HomeNews => ({
  kind: 'question_answered',
  subject_id: '9',
  title: 'Nó de oito',
  person: 'Helena',
  degree_link: 'nos',
  degree_title: 'Nós',
  content_link: 'no-de-oito',
  utc_on: '2026-05-01T15:30:00.000Z',
  ...change,
})

it('tells of answers, certificates, questions to review and modules that open soon, and marks as read what is opened', async () => {
  const server = fakeServer()
  const opens = new Date(Date.now() + 2.5 * dayMs).toISOString()
  const told = [
    news({}),
    news({ kind: 'certificate_issued', subject_id: '4', title: 'Marés', content_link: null }),
    news({ kind: 'questions_due', subject_id: '1', content_link: null, due: 12 }),
    news({ kind: 'module_opens', title: 'Ventos', content_link: null, utc_on: opens }),
  ]
  let left = told
  server.on(learning.home, () => ({ ...answer(card({ link: 'nos', title: 'Nós' })), news: left }))
  server.on(learning.lesson, () => ({ degree: degree([summary('1')]), content: content('1') }))
  server.on(threads.ofLesson, () => ({ total: 0, page: 1, rowsPerPage: 20, threads: [] }))
  const reads = server.on(notifications.read, () => {
    left = told.slice(1)
    return done
  })
  const { router } = await open(server)
  const list = within(await screen.findByRole('list', { name: 'Novidades para você' }))
  const ways = list.getAllByRole<HTMLAnchorElement>('link').map(({ pathname, textContent }) => [pathname, textContent])
  expect(ways).toEqual([
    ['/mar/c/nos/no-de-oito', 'Helena respondeu à sua pergunta em “Nó de oito”Nós'],
    ['/mar/certificados', 'O seu certificado de “Marés” está prontoVer e compartilhar'],
    ['/mar/c/nos/treino/questoes', '12 questões para revisarNós'],
    ['/mar/c/nos', 'Módulo “Ventos” de “Nós”Libera em 3 dias'],
  ])
  await userEvent.click(list.getByRole('link', { name: /^Helena/ }))
  await waitFor(() => expect(reads).toHaveLength(1))
  const only = { kind: 'question_answered', subject_id: '9' }
  expect(reads[0]!.body).toEqual({ utc_until: told[0]!.utc_on, only })
  await act(() => router.navigate({ to: '/' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Helena/ })).toBeNull())
  expect(await screen.findByRole('list', { name: 'Novidades para você' })).toBeTruthy()
})

it('says nothing of news where there are none', async () => {
  const server = fakeServer()
  server.on(learning.home, () => answer(card()))
  await open(server)
  expect(await screen.findByRole('link', { name: /Vela para iniciantes/ })).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Novidades para você' })).toBeNull()
})

it('leads from a locked course to its landing page', async () => {
  const server = fakeServer()
  server.on(learning.home, () => answer(card({ state: 'locked', landing_page_url: 'vela.example/comprar' })))
  await open(server)
  expect(await screen.findByRole('link', { name: /Vela.*Conhecer o curso/ })).toHaveProperty(
    'href',
    'https://vela.example/comprar',
  )
})

it('shows a visitor a gallery of what the courses promise, and brings them to the course after signing in', async () => {
  const server = fakeServer()
  server.on(learning.home, () => answer(card({ state: 'locked', description_title: 'Do cais ao vento' })))
  await open(server, 'visitor')
  expect(await screen.findByRole('heading', { level: 1, name: 'Galeria de cursos' })).toBeTruthy()
  const main = within(await screen.findByRole('main'))
  expect(main.getByRole('link', { name: 'Entrar' })).toHaveProperty('pathname', '/mar/login')
  const shown = await screen.findByRole('link', { name: /Do cais ao vento.*Conhecer o curso/ })
  expect(shown.textContent).not.toContain('Bloqueado')
  expect(new URL((shown as HTMLAnchorElement).href).searchParams.get('redirect')).toBe('/c/vela')
})

it('leads a visitor to the public page of a course that has one, before its landing page', async () => {
  const server = fakeServer()
  server.on(learning.home, () => answer(card({ state: 'locked', landing_page_url: 'vela.example', has_page: true })))
  await open(server, 'visitor')
  const shown = await screen.findByRole('link', { name: /Vela.*Conhecer o curso/ })
  expect(shown).toHaveProperty('pathname', '/mar/conheca/vela')
})

it('greets a visitor with the sentence of the school, and with its name where it has none', async () => {
  const server = fakeServer()
  server.on(learning.home, () => answer(card({ state: 'locked' })))
  const visitor = contextOf('visitor')
  const gallery_sentence = 'Navegue sem medo.'
  const { router } = await showApp(server, '/', () => ({
    ...visitor,
    school: { ...visitor.school!, gallery_sentence },
  }))
  expect(await screen.findByText(gallery_sentence)).toBeTruthy()
  server.on(schools.context, () => visitor)
  await queryClient.refetchQueries(contextQuery)
  await router.invalidate()
  expect(await screen.findByText('O que você pode aprender em Escola do Mar.')).toBeTruthy()
})

it('says where to write when there is no course yet', async () => {
  const server = fakeServer()
  server.on(learning.home, () => ({ categories: [] }))
  await open(server)
  expect(await screen.findByText('Nenhum curso por aqui ainda')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Fale com a escola' })).toHaveProperty('hostname', 'wa.me')
})

it('says what failed and tries again', async () => {
  const server = fakeServer()
  server.on(learning.home, () => fail('internal'))
  await open(server)
  const again = await screen.findByRole('button', { name: 'Tentar novamente' })
  server.on(learning.home, () => answer(card()))
  again.click()
  expect(await screen.findByRole('link', { name: /Vela para iniciantes/ })).toBeTruthy()
})

it('moves between the courses of a row with the arrow keys', async () => {
  const server = fakeServer()
  server.on(learning.home, () => answer(card({ id: '1', link: 'a' }), card({ id: '2', link: 'b' })))
  await open(server)
  const [first, second] = await within(await screen.findByRole('region', { name: 'Navegação' })).findAllByRole('link')
  first!.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(second)
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}')
  expect(document.activeElement).toBe(first)
})
