import { certificates } from '@escola/contract/certificates.contract'
import { dayMs, minuteMs } from '@escola/contract/durations'
import { errors } from '@escola/contract/errors'
import { learning } from '@escola/contract/learning.contract'
import { messages } from '@escola/contract/messages'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { stopClock } from '../../testing/clock.ts'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'
import { card, degree, summary } from './sample-course.ts'

afterEach(() => onlineManager.setOnline(true))

const open = (server: ReturnType<typeof fakeServer>) => showPage(server, '/c/vela', 'student')
const done = (certificate: Parameters<typeof degree>[1]) =>
  degree([summary('1', { isComplete: true })], { progress: '100.00', ...certificate })

it('starts at the first lesson', async () => {
  const server = fakeServer()
  server.on(learning.course, () => ({ degree: degree([summary('1'), summary('2')]) }))
  await open(server)
  expect(await screen.findByRole('link', { name: messages.courseStart })).toHaveProperty(
    'pathname',
    '/mar/c/vela/aula-1',
  )
  expect(screen.getByText('1h30')).toBeTruthy()
})

it('goes on at the first lesson that is not complete', async () => {
  const server = fakeServer()
  server.on(learning.course, () => ({
    degree: degree([summary('1', { isComplete: true }), summary('2')], { progress: '50.00' }),
  }))
  await open(server)
  const resume = await screen.findByRole('link', { name: messages.courseContinue })
  expect(resume).toHaveProperty('pathname', '/mar/c/vela/aula-2')
  expect(screen.getByRole('img', { name: 'Concluída' })).toBeTruthy()
})

it('says how to contact the school when access is not permitted', async () => {
  const server = fakeServer()
  server.on(learning.course, () => refuse('studentCourseForbidden'))
  await open(server)
  expect(await screen.findByRole('heading', { name: messages.noAccess })).toBeTruthy()
  expect(within(screen.getByRole('main')).getByText('Escola do Mar')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'contato@mar.example' })).toBeTruthy()
  const phone = screen.getByRole('link', { name: /\(11\) 91234-5678/ }) as HTMLAnchorElement
  expect(phone.href).toContain('https://wa.me/5511912345678?')
})

it('leads on to the landing page of a course without access', async () => {
  const server = fakeServer()
  server.on(learning.course, () => refuse('studentCourseForbidden'))
  const degrees = [card({ link: 'remo', landing_page_url: 'remo.example' }), card({ landing_page_url: 'vela.example' })]
  server.on(learning.home, () => ({ categories: [{ id: '5', title: 'Navegação', degrees }] }))
  await open(server)
  expect(await screen.findByRole('link', { name: 'Conhecer o curso' })).toHaveProperty('href', 'https://vela.example/')
})

it('leads on to the public page of a course without access', async () => {
  const server = fakeServer()
  server.on(learning.course, () => refuse('studentCourseForbidden'))
  const degrees = [card({ landing_page_url: 'vela.example', has_page: true })]
  server.on(learning.home, () => ({ categories: [{ id: '5', title: 'Navegação', degrees }] }))
  await open(server)
  const page = await screen.findByRole('link', { name: 'Conhecer o curso' })
  expect(page).toHaveProperty('pathname', '/mar/conheca/vela')
})

it('says what failed, and leads to the list of courses', async () => {
  const server = fakeServer()
  server.on(learning.course, () => refuse('tooManyRequests'))
  const { at } = await open(server)
  expect(await screen.findByText(/Muitas tentativas/)).toBeTruthy()
  expect(at()).toBe('/cursos')
})

it('shows what was marked in another window when the person comes back to this one', async () => {
  let isComplete = false
  const server = fakeServer()
  server.on(learning.course, () => ({
    degree: degree([summary('1', { isComplete }), summary('2')], { progress: isComplete ? '50.00' : '0.00' }),
  }))
  await open(server)
  await screen.findByRole('link', { name: messages.courseStart })
  isComplete = true
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByRole('link', { name: messages.courseContinue })).toBeTruthy()
  expect(screen.getByRole('progressbar')).toHaveProperty('ariaValueNow', '50')
})

it('leaves a course that does not exist for the list of courses, and says so', async () => {
  const server = fakeServer()
  server.on(learning.course, () => refuse('studentCourseUnknown'))
  const { at } = await open(server)
  expect(await screen.findByText(errors.degree_not_found.pt)).toBeTruthy()
  expect(at()).toBe('/cursos')
})

it('shows a lesson of other classes with its lock, and counts without it', async () => {
  const server = fakeServer()
  const lessons = [summary('1', { isComplete: true }), summary('2', { restricted: true }), summary('3')]
  server.on(learning.course, () => ({ degree: degree(lessons, { progress: '50.00' }) }))
  await open(server)
  expect(await screen.findByText('Exclusiva')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Bloqueada' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Aula 2/ })).toBeNull()
  expect(screen.getByText(/1 de 2/)).toBeTruthy()
})

it('keeps a dripped lesson closed and says when it opens', async () => {
  const availableWhen = new Date(Date.now() + 3 * dayMs - minuteMs).toISOString()
  const server = fakeServer()
  server.on(learning.course, () => ({
    degree: degree([summary('1', { isComplete: true }), summary('2', { dripped: true, availableWhen })]),
  }))
  await open(server)
  expect((await screen.findAllByText('Libera em 3 dias')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('link', { name: /Aula 2/ })).toBeNull()
  expect(screen.queryByRole('link', { name: messages.courseContinue })).toBeNull()
})

it('hands over the certificate of a finished course', async () => {
  const server = fakeServer()
  server.on(learning.course, () => ({
    degree: done({ certificate: { id: '9', status: 'ready', code: 'ABCD', pdf: '' } }),
  }))
  const asked = server.on(certificates.pdfLink, () => ({ url: 'https://files.example/certificado.pdf' }))
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await open(server)
  expect(await screen.findByText(messages.courseDone)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Baixar certificado' }))
  await waitFor(() =>
    expect(clicked.mock.contexts.map((link) => (link as HTMLAnchorElement).href)).toEqual([
      'https://files.example/certificado.pdf',
    ]),
  )
  expect(asked.map((call) => call.params)).toEqual([{ schoolId: '7', id: '9' }])
})

it('says what came after the course was completed, and keeps the certificate', async () => {
  const server = fakeServer()
  const lessons = [summary('1', { isComplete: true }), summary('2')]
  const certificate = { id: '9', status: 'ready', code: 'ABCD', pdf: '' } as const
  server.on(learning.course, () => ({ degree: degree(lessons, { progress: '50.00', certificate, newContents: 1 }) }))
  await open(server)
  expect(await screen.findByText('1 aula nova desde que você concluiu')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Baixar certificado' })).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Progresso do curso' })).toHaveProperty('ariaValueNow', '50')
  expect(screen.getByRole('link', { name: messages.courseContinue })).toHaveProperty('pathname', '/mar/c/vela/aula-2')
})

it('keeps the certificate where lessons that count are open again, and none came', async () => {
  const server = fakeServer()
  const lessons = [summary('1', { isComplete: true }), summary('2')]
  const certificate = { id: '9', status: 'ready', code: 'ABCD', pdf: '' } as const
  server.on(learning.course, () => ({ degree: degree(lessons, { progress: '50.00', certificate }) }))
  await open(server)
  expect(await screen.findByRole('button', { name: 'Baixar certificado' })).toBeTruthy()
  expect(screen.getByRole('link', { name: messages.courseContinue })).toBeTruthy()
})

it('gives a finished course without a certificate no button', async () => {
  const server = fakeServer()
  server.on(learning.course, () => ({ degree: done({}) }))
  await open(server)
  expect(await screen.findByText(messages.courseDone)).toBeTruthy()
  expect(within(screen.getByRole('main')).queryByText(/ertificado/)).toBeNull()
})

it('says that the certificate could not be made', async () => {
  const server = fakeServer()
  server.on(learning.course, () => ({
    degree: done({ certificate: { id: '9', status: 'failed', code: 'AB', pdf: '' } }),
  }))
  await open(server)
  expect(await screen.findByText(/Não conseguimos preparar o seu certificado/)).toBeTruthy()
})

it('counts the last day by the second and opens the lesson when it is over', async () => {
  stopClock()
  const availableWhen = new Date(Date.now() + 2500).toISOString()
  const server = fakeServer()
  server.on(learning.course, () => ({ degree: degree([summary('1', { dripped: true, availableWhen })]) }))
  await open(server)
  expect((await screen.findAllByText('Libera em 00h 00min 03s')).length).toBeGreaterThan(0)
  server.on(learning.course, () => ({ degree: degree([summary('1')]) }))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.getAllByText('Libera em 00h 00min 02s').length).toBeGreaterThan(0)
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(await screen.findByRole('link', { name: messages.courseStart })).toBeTruthy()
})

it('opens within a minute what the school opens by hand days before', async () => {
  stopClock()
  const availableWhen = new Date(Date.now() + 3 * dayMs).toISOString()
  const server = fakeServer()
  server.on(learning.course, () => ({ degree: degree([summary('1', { dripped: true, availableWhen })]) }))
  await open(server)
  await screen.findAllByText('Libera em 3 dias')
  server.on(learning.course, () => ({ degree: degree([summary('1')]) }))
  await act(() => vi.advanceTimersByTimeAsync(minuteMs))
  expect(await screen.findByRole('link', { name: messages.courseStart })).toBeTruthy()
})

it('asks for a course whose lessons open together once at a time, and less often the later they are', async () => {
  stopClock()
  // The clock of this device is ahead.
  const availableWhen = new Date(Date.now() - 500).toISOString()
  const lessons = Array.from({ length: 30 }, (_, index) => summary(String(index), { dripped: true, availableWhen }))
  const server = fakeServer()
  const asked = server.on(learning.course, () => ({ degree: degree(lessons) }))
  await open(server)
  expect((await screen.findAllByText('Liberando…')).length).toBeGreaterThan(0)
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(asked).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(5 * minuteMs))
  expect(asked.length).toBeGreaterThan(3)
  expect(asked.length).toBeLessThan(12)
})

it('has a way on when there is no connection, and loads by itself when there is one', async () => {
  const server = fakeServer()
  server.on(learning.course, () => {
    if (!onlineManager.isOnline()) throw new TypeError('Failed to fetch')
    return { degree: degree([summary('1')]) }
  })
  onlineManager.setOnline(false)
  await open(server)
  expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeTruthy()
  expect(screen.getByText(/Sem conexão/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ir para o início' })).toHaveProperty('pathname', '/mar/')
  act(() => onlineManager.setOnline(true))
  expect(await screen.findByRole('link', { name: messages.courseStart })).toBeTruthy()
})

it('says so when access ends while the course is on the screen, and shows it again when it is given back', async () => {
  const server = fakeServer()
  let hasAccess = true
  server.on(learning.course, () => (hasAccess ? { degree: degree([summary('1')]) } : refuse('studentCourseForbidden')))
  const { client, router } = await open(server)
  await screen.findByRole('link', { name: messages.courseStart })
  hasAccess = false
  await act(() => client.invalidateQueries({ queryKey: ['school'] }))
  expect(await screen.findByRole('heading', { name: messages.noAccess })).toBeTruthy()
  hasAccess = true
  await act(() => router.navigate({ to: '/cursos' }))
  await act(() => router.navigate({ to: '/c/$link', params: { link: 'vela' } }))
  expect(await screen.findByRole('link', { name: messages.courseStart })).toBeTruthy()
})

it('keeps showing the course when only the connection is gone', async () => {
  const server = fakeServer()
  server.on(learning.course, () => ({ degree: degree([summary('1')]) }))
  const { client } = await open(server)
  await screen.findByRole('link', { name: messages.courseStart })
  const asked = server.on(learning.course, () => {
    throw new TypeError('Failed to fetch')
  })
  await act(() => client.invalidateQueries({ queryKey: ['school'] }))
  expect(asked).toHaveLength(1)
  expect(screen.getByRole('link', { name: messages.courseStart })).toBeTruthy()
})

it('asks until the certificate is ready, and then no more', async () => {
  stopClock()
  let status: 'queued' | 'ready' = 'queued'
  const server = fakeServer()
  const asked = server.on(learning.course, () => ({
    degree: done({ certificate: { id: '9', status, code: 'ABCD', pdf: '' } }),
  }))
  await open(server)
  expect(await screen.findByText('Seu certificado está sendo preparado…')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(2100))
  expect(asked.length).toBe(2)
  status = 'ready'
  await act(() => vi.advanceTimersByTimeAsync(2100))
  expect(await screen.findByRole('button', { name: 'Baixar certificado' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(asked.length).toBe(3)
})

it('makes links of the lessons of modules that were opened, and finds the others by their names', async () => {
  const modules = ['1', '2', '3'].map((id) => ({
    id,
    title: `Módulo ${id}`,
    content: Array.from({ length: 10 }, (_, at) => summary(`${id}${at}`)),
  }))
  const server = fakeServer()
  server.on(learning.course, () => ({ degree: degree([], { modules, nextContentLink: 'aula-10' }) }))
  await open(server)
  const list = await screen.findByRole('region', { name: 'Aulas do curso' })
  const links = () => [...list.querySelectorAll('a')].map((link) => link.textContent)
  expect(links()).toEqual(Array.from({ length: 10 }, (_, at) => `Aula 1${at}`))
  expect(within(list).getByText('Aula 25')).toBeTruthy()
  await userEvent.click(screen.getByText('Módulo 2'))
  expect(links()).toHaveLength(20)
  expect(within(list).getByText('Aula 25').closest('a')).toHaveProperty('pathname', '/mar/c/vela/aula-25')
  // A search in the browser's page opens it like this.
  screen.getByText('Módulo 3').closest('details')!.open = true
  await vi.waitFor(() => expect(links()).toHaveLength(30))
})
