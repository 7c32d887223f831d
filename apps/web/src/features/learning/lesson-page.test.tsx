import { errors } from '@escola/contract/errors'
import { learning } from '@escola/contract/learning.contract'
import { messages } from '@escola/contract/messages'
import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { contextQuery } from '../../session/context.ts'
import { queryClient } from '../../session/query-client.ts'
import { fail, fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp, showPage } from '../../testing/show-app.tsx'
import { nowhere, school, showScreen, student } from '../../testing/show-screen.tsx'
import { learningQueries } from './learning.queries.ts'
import { StudentLessonPage } from './lesson-page.tsx'
import { card, content, degree, summary } from './sample-course.ts'

let page: QueryClient | undefined
/** A closed page no longer runs. */
const close = () => {
  cleanup()
  page?.clear()
}
afterEach(() => {
  close()
  onlineManager.setOnline(true)
})

const kept = 'escola.marks.7.70'

async function open(as?: 'admin') {
  const shown = await showScreen({
    at: '/c/vela/aula-1',
    route: '/c/$link/$classLink',
    load: (client, { link, classLink }) => client.ensureQueryData(learningQueries.lesson(school.id, link!, classLink!)),
    show: ({ link, classLink }) => <StudentLessonPage link={link!} classLink={classLink!} />,
    as,
  })
  page = shown.client
  return shown
}

/** A course of two lessons whose server remembers what is complete. */
function course({ lastDone = false } = {}) {
  const server = fakeServer()
  const isComplete: Record<string, boolean> = { '1': false, '2': lastDone }
  const state = () =>
    degree(
      ['1', '2'].map((id) => summary(id, { isComplete: isComplete[id]! })),
      progress(),
    )
  const progress = () => ({ progress: (Object.values(isComplete).filter(Boolean).length * 50).toFixed(2) })
  const lessons = server.on(learning.lesson, ({ body }) => {
    const id = body.classLink!.replace('aula-', '')
    return { degree: state(), content: content(id, { isComplete: isComplete[id]! }) }
  })
  const answer = Promise.withResolvers<void>()
  const marks = server.on(learning.complete, async ({ body }) => {
    await answer.promise
    isComplete[body.contentId] = body.userDegree.metadata.content[body.contentId]!.isComplete
    const complete = Object.keys(isComplete).filter((id) => isComplete[id])
    const isDone = complete.length === 2
    return {
      userDegree: {
        metadata: { content: Object.fromEntries(complete.map((id) => [id, { isComplete: true }])) },
        ...progress(),
      },
      certificate: isDone ? { id: '9', status: 'ready' as const, code: 'ABCD' } : null,
    }
  })
  return { server, lessons, marks, answerMarks: answer.resolve }
}

it('shows the video from its provider and id, and what comes with the lesson', async () => {
  fakeServer().on(learning.lesson, () => ({
    degree: degree([summary('1')]),
    content: content('1', {
      main_media_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3',
      files: [{ id: '3', title: 'Apostila', filename: 'a.pdf', type: 'application/pdf', size: 2048 }],
      external_links: [{ id: 'x', title: 'Tábua de marés', link: 'https://mares.example/' }],
    }),
  }))
  await open()
  const video = await screen.findByTitle('Vídeo da aula Aula 1')
  expect(video).toHaveProperty(
    'src',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0&start=3&playsinline=1&enablejsapi=1&origin=' +
      encodeURIComponent(location.origin),
  )
  expect(screen.getByRole('button', { name: /Apostila.*2 KB/ })).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Tábua de marés' })
  expect(link).toHaveProperty('href', 'https://mares.example/')
  expect(link).toHaveProperty('rel', 'noopener noreferrer')
})

it('shows a completed lesson before the server has answered, and sends it once for many clicks', async () => {
  const { marks, answerMarks } = course()
  await open()
  const button = await screen.findByRole('button', { name: 'Marcar como concluída' })
  expect(screen.getByRole('button', { name: 'Próxima aula' })).toHaveProperty('disabled', true)
  expect(screen.getByText(messages.lessonFirst)).toBeTruthy()
  await userEvent.dblClick(button)
  button.click()
  await screen.findByRole('button', { name: 'Concluída' })
  expect(screen.getByRole('progressbar')).toHaveProperty('ariaValueNow', '50')
  expect(screen.getByRole('link', { name: 'Próxima aula' })).toHaveProperty('pathname', '/c/vela/aula-2')
  answerMarks()
  await waitFor(() => expect(marks).toHaveLength(1))
  expect(marks[0]!.body).toEqual({
    contentId: '1',
    degreeId: '1',
    userDegree: { metadata: { content: { 1: { isComplete: true } } } },
  })
})

it('takes the mark back when the server refuses it', async () => {
  const { server } = course()
  server.on(learning.complete, () => fail('internal'))
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Marcar como concluída' }))
  expect(await screen.findByText(/aconteceu um erro inesperado/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Marcar como concluída' })).toBeTruthy()
  expect(screen.getByRole('progressbar')).toHaveProperty('ariaValueNow', '0')
})

it('marks a complete lesson as not complete again', async () => {
  const { marks, answerMarks } = course()
  answerMarks()
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Marcar como concluída' }))
  await waitFor(() => expect(marks).toHaveLength(1))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Concluída' }).ariaBusy).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Concluída' }))
  expect(await screen.findByRole('button', { name: 'Marcar como concluída' })).toBeTruthy()
  await waitFor(() => expect(marks[1]!.body.userDegree.metadata.content).toEqual({ 1: { isComplete: false } }))
})

it('keeps the mark while there is no connection and sends it when there is', async () => {
  const { marks, answerMarks } = course()
  answerMarks()
  await open()
  const button = await screen.findByRole('button', { name: 'Marcar como concluída' })
  act(() => onlineManager.setOnline(false))
  await userEvent.click(button)
  expect(await screen.findByText(/Sem conexão: a marcação está guardada/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Concluída' })).toBeTruthy()
  expect(marks).toHaveLength(0)
  act(() => onlineManager.setOnline(true))
  await waitFor(() => expect(marks).toHaveLength(1))
  await waitFor(() => expect(screen.queryByText(/Sem conexão/)).toBeNull())
})

it('keeps the mark when the page is closed, and sends it at the next start', async () => {
  const { marks, answerMarks } = course()
  answerMarks()
  await open()
  const button = await screen.findByRole('button', { name: 'Marcar como concluída' })
  act(() => onlineManager.setOnline(false))
  await userEvent.click(button)
  await screen.findByText(/Sem conexão: a marcação está guardada/)
  close()
  await open()
  expect(await screen.findByRole('button', { name: 'Concluída' })).toBeTruthy()
  act(() => onlineManager.setOnline(true))
  await waitFor(() => expect(marks.map((call) => call.body.contentId)).toEqual(['1']))
  await waitFor(() => expect(localStorage.getItem(kept)).toBeNull())
})

it('sends only the newest wish for a lesson', async () => {
  const { marks, answerMarks } = course()
  answerMarks()
  await open()
  const button = await screen.findByRole('button', { name: 'Marcar como concluída' })
  act(() => onlineManager.setOnline(false))
  await userEvent.click(button)
  await userEvent.click(await screen.findByRole('button', { name: 'Concluída' }))
  expect(await screen.findByRole('button', { name: 'Marcar como concluída' })).toBeTruthy()
  act(() => onlineManager.setOnline(true))
  await waitFor(() => expect(localStorage.getItem(kept)).toBeNull())
  expect(marks.map((call) => call.body.userDegree.metadata.content)).toEqual([{ 1: { isComplete: false } }])
})

it('keeps the mark while the school is away', async () => {
  const { server, marks, answerMarks } = course()
  answerMarks()
  server.on(learning.complete, () => fail('unavailable'))
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Marcar como concluída' }))
  expect(await screen.findByText(/a marcação está guardada/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Concluída' })).toBeTruthy()
  close()
  const again = server.on(learning.complete, () => ({
    userDegree: { metadata: { content: { 1: { isComplete: true } } }, progress: '50.00' },
    certificate: null,
  }))
  await open()
  await waitFor(() => expect(again).toHaveLength(1))
  await waitFor(() => expect(localStorage.getItem(kept)).toBeNull())
  expect(marks).toHaveLength(0)
})

it('drops a kept mark that is refused for good, and says which', async () => {
  const { server } = course()
  server.on(learning.complete, () => refuse('markLocked'))
  const mark = { contentId: '1', title: 'Aula 1', degreeId: '1', degreeLink: 'vela', isComplete: true }
  localStorage.setItem(kept, JSON.stringify([mark]))
  await open()
  expect(await screen.findByText(/A aula “Aula 1” não foi marcada. Esta aula ainda não está liberada/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Marcar como concluída' })).toBeTruthy()
  expect(localStorage.getItem(kept)).toBeNull()
})

it('never sends a mark for the user who signed in afterwards', async () => {
  const { marks, answerMarks } = course()
  answerMarks()
  const { client } = await open()
  const button = await screen.findByRole('button', { name: 'Marcar como concluída' })
  act(() => onlineManager.setOnline(false))
  await userEvent.click(button)
  await screen.findByText(/Sem conexão/)
  const ana = client.getQueryData(contextQuery.queryKey)!
  act(() => void client.setQueryData(contextQuery.queryKey, { ...ana, user: { ...ana.user!, id: '71' } }))
  await act(async () => onlineManager.setOnline(true))
  expect(await screen.findByRole('button', { name: 'Marcar como concluída' })).toBeTruthy()
  expect(marks).toHaveLength(0)
  act(() => void client.setQueryData(contextQuery.queryKey, ana))
  await waitFor(() => expect(marks).toHaveLength(1))
})

it('takes a mark of the next lesson while the last one is still being sent', async () => {
  const { marks, answerMarks } = course()
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Marcar como concluída' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Próxima aula' }))
  await screen.findByTitle('Vídeo da aula Aula 2')
  await userEvent.click(screen.getByRole('button', { name: 'Marcar como concluída' }))
  expect(await screen.findByRole('button', { name: 'Concluída' })).toBeTruthy()
  expect(marks.map((call) => call.body.contentId)).toEqual(['1'])
  answerMarks()
  await waitFor(() => expect(marks.map((call) => call.body.contentId)).toEqual(['1', '2']))
  expect(await screen.findByRole('button', { name: 'Baixar certificado' })).toBeTruthy()
})

it('shows a lesson as complete that was confirmed after the next one was loaded', async () => {
  const { lessons, answerMarks } = course()
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Marcar como concluída' }))
  // Asked for early it would tell what was so before the mark.
  expect(lessons).toHaveLength(1)
  await userEvent.click(await screen.findByRole('link', { name: 'Próxima aula' }))
  await screen.findByTitle('Vídeo da aula Aula 2')
  answerMarks()
  await waitFor(() => expect(localStorage.getItem(kept)).toBeNull())
  expect(screen.getAllByRole('img', { name: 'Concluída' })).toHaveLength(1)
  expect(screen.getByRole('progressbar')).toHaveProperty('ariaValueNow', '50')
})

it('shows a lesson as complete that was confirmed while the next one was on its way', async () => {
  const { server, answerMarks } = course()
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Marcar como concluída' }))
  const arrival = Promise.withResolvers<void>()
  server.on(learning.lesson, async () => {
    const before = degree([summary('1'), summary('2')])
    await arrival.promise
    return { degree: before, content: content('2') }
  })
  await userEvent.click(await screen.findByRole('link', { name: 'Próxima aula' }))
  answerMarks()
  await waitFor(() => expect(localStorage.getItem(kept)).toBeNull())
  arrival.resolve()
  await screen.findByTitle('Vídeo da aula Aula 2')
  expect(screen.getAllByRole('img', { name: 'Concluída' })).toHaveLength(1)
})

it('fetches the next lesson as soon as this one is complete', async () => {
  const { lessons, answerMarks } = course()
  answerMarks()
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Marcar como concluída' }))
  await waitFor(() => expect(lessons.map((call) => call.body.classLink)).toEqual(['aula-1', 'aula-2']))
})

it('celebrates the last lesson and offers the certificate', async () => {
  const { answerMarks } = course({ lastDone: true })
  answerMarks()
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Marcar como concluída' }))
  const end = within(await screen.findByRole('region', { name: messages.courseDone }))
  expect(await end.findByRole('button', { name: 'Baixar certificado' })).toBeTruthy()
  expect(screen.getByRole('progressbar')).toHaveProperty('ariaValueNow', '100')
})

it('lets an administrator look around but not complete lessons', async () => {
  const { marks } = course()
  await open('admin')
  expect(await screen.findByRole('button', { name: 'Marcar como concluída' })).toHaveProperty('disabled', true)
  expect(screen.getByText(/administradores não marcam aulas como concluídas/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Próxima aula' })).toHaveProperty('pathname', '/c/vela/aula-2')
  expect(marks).toHaveLength(0)
})

/** The lesson at its own address, from another page of the app where one is named. */
async function visit(server: ReturnType<typeof fakeServer>, from?: string) {
  page = queryClient
  const shown = await showPage(server, from ?? '/c/vela/aula-1', 'student')
  const go = (classLink: string) =>
    act(async () => void shown.router.navigate({ to: '/c/$link/$classLink', params: { link: 'vela', classLink } }))
  if (from) await go('aula-1')
  return { ...shown, go }
}
const whileOnline = <Answer,>(answer: Answer) => {
  if (!onlineManager.isOnline()) throw new TypeError('Failed to fetch')
  return answer
}

it('says at once that there is no connection, and loads by itself when there is one', async () => {
  act(() => onlineManager.setOnline(false))
  const server = fakeServer()
  server.on(learning.lesson, () => whileOnline({ degree: degree([summary('1')]), content: content('1') }))
  await visit(server)
  expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeTruthy()
  expect(screen.getByText(/Sem conexão/)).toBeTruthy()
  // The link is the only one on a phone's screen.
  expect(screen.getByRole('link', { name: 'Voltar para o curso' })).toHaveProperty('pathname', '/mar/c/vela')
  expect(document.title).toBe('Não foi possível carregar · Escola do Mar')
  act(() => onlineManager.setOnline(true))
  expect(await screen.findByRole('heading', { name: 'Aula 1' })).toBeTruthy()
  expect(document.title).toBe('Aula 1 · Vela para iniciantes · Escola do Mar')
})

it('opens without a connection what was fetched before, and says so of what was not', async () => {
  const server = fakeServer()
  const lessons = ['1', '2', '3'].map((id) => summary(id, { isComplete: id === '1' }))
  server.on(learning.lesson, ({ body }) => {
    const id = body.classLink!.replace('aula-', '')
    return whileOnline({ degree: degree(lessons), content: content(id, { isComplete: id === '1' }) })
  })
  const { go } = await visit(server)
  await screen.findByTitle('Vídeo da aula Aula 1')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  act(() => onlineManager.setOnline(false))
  await go('aula-2')
  expect(await screen.findByTitle('Vídeo da aula Aula 2')).toBeTruthy()
  await go('aula-3')
  expect(await screen.findByText(/Sem conexão/)).toBeTruthy()
  await go('aula-1')
  expect(await screen.findByTitle('Vídeo da aula Aula 1')).toBeTruthy()
  await go('aula-3')
  expect(await screen.findByText(/Sem conexão/)).toBeTruthy()
  act(() => onlineManager.setOnline(true))
  expect(await screen.findByTitle('Vídeo da aula Aula 3')).toBeTruthy()
})

const onItsWay = () => new Promise<never>(() => {})

it('has a way back while the lesson is on its way', async () => {
  const server = fakeServer()
  server.on(learning.lesson, onItsWay)
  await visit(server, '/cursos')
  expect(await screen.findByRole('link', { name: 'Voltar para o curso' })).toHaveProperty('pathname', '/mar/c/vela')
  expect(screen.getByRole('heading', { level: 1, name: 'Carregando a aula' })).toBeTruthy()
})

it('shows the lessons of the course, and no room for a video that is not there, while the next one is on its way', async () => {
  const server = fakeServer()
  const both = degree([summary('1'), summary('2', { has_media: false })])
  server.on(learning.lesson, () => ({ degree: both, content: content('1') }))
  const { go } = await visit(server)
  await screen.findByTitle('Vídeo da aula Aula 1')
  server.on(learning.lesson, onItsWay)
  await go('aula-2')
  expect(await screen.findByRole('heading', { level: 1, name: 'Aula 2' })).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Aulas do curso' })).toBeTruthy()
  expect(document.querySelector('.mantine-Skeleton-root')).toBeNull()
})

it.each([
  ['that the server does not know', () => refuse('studentLessonUnknown')],
  ['that the course does not hold', () => ({ degree: degree([summary('1')]), content: null })],
] as const)('leaves a lesson %s for the home page, and says what is missing', async (_, answer) => {
  const server = fakeServer()
  server.on(learning.lesson, answer)
  const { at } = await visit(server)
  expect(await screen.findByText('Aula não encontrada')).toBeTruthy()
  await waitFor(() => expect(at()).toBe('/'))
})

it('shows any other refusal and goes to the course', async () => {
  const server = fakeServer()
  server.on(learning.lesson, () => refuse('studentLessonLocked'))
  server.on(learning.course, () => ({ degree: degree([summary('1')]) }))
  const { at } = await visit(server)
  expect(await screen.findByText(errors.degree_lesson_locked.pt)).toBeTruthy()
  await waitFor(() => expect(at()).toBe('/c/vela'))
})

describe('when access to the course has ended', () => {
  let hasAccess = true
  const openApp = async (path: string) => {
    hasAccess = true
    const server = fakeServer()
    const lessons = [summary('1'), summary('2')]
    server.on(learning.home, () => ({
      categories: [{ id: '5', title: 'Navegação', degrees: [card({ state: hasAccess ? 'start' : 'locked' })] }],
    }))
    server.on(learning.course, () => (hasAccess ? { degree: degree(lessons) } : refuse('studentCourseForbidden')))
    server.on(learning.lesson, () =>
      hasAccess ? { degree: degree(lessons), content: content('1') } : refuse('studentLessonForbidden'),
    )
    page = queryClient
    return showApp(server, path, () => ({ ...nowhere, user: student, school }))
  }
  const isRefused = () => screen.findByRole('heading', { name: messages.noAccess })

  it('says so instead of showing the course from memory', async () => {
    await openApp('/cursos')
    await userEvent.click(await screen.findByRole('link', { name: /Vela para iniciantes/ }))
    const start = await screen.findByRole('link', { name: messages.courseStart })
    hasAccess = false
    await userEvent.click(start)
    expect(await isRefused()).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Ver meus cursos' }))
    expect(await screen.findByRole('link', { name: /Vela para iniciantes.*Bloqueado/ })).toBeTruthy()
  })

  it('opens the lesson again as soon as it is given back', async () => {
    const { router, at } = await openApp('/c/vela/aula-1')
    await screen.findByTitle('Vídeo da aula Aula 1')
    hasAccess = false
    await act(() => queryClient.invalidateQueries({ queryKey: ['school'] }))
    expect(await isRefused()).toBeTruthy()
    hasAccess = true
    await act(() => router.navigate({ to: '/c/$link/$classLink', params: { link: 'vela', classLink: 'aula-1' } }))
    expect(await screen.findByTitle('Vídeo da aula Aula 1')).toBeTruthy()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(at()).toBe('/c/vela/aula-1')
  })
})

it('leaves the way to the sign-in page alone when the session has ended', async () => {
  const server = fakeServer()
  let user: typeof student | null = student
  server.on(learning.lesson, () => {
    user = null
    return refuse('sessionEnded')
  })
  page = queryClient
  const { at } = await showApp(server, '/c/vela/aula-1', () => ({ ...nowhere, user, school }))
  expect(await screen.findByRole('heading', { name: 'Entrar' })).toBeTruthy()
  expect(at()).toBe('/login?redirect=%2Fc%2Fvela%2Faula-1')
})

it('shows where the lesson is in a long list, also when the list is opened later', async () => {
  // jsdom lays nothing out: the lesson stands far below the part of the list that is seen.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, this.hasAttribute('aria-current') ? 3490 : 0, 300, this.tagName === 'NAV' ? 500 : 40)
  })
  course()
  await open()
  const list = () => screen.getByRole('navigation', { name: 'Aulas do curso' })
  const toggle = await screen.findByRole('button', { name: 'Aulas' })
  expect(list().scrollTop).toBe(3490 - (500 - 40) / 2)
  await userEvent.click(toggle)
  await userEvent.click(toggle)
  expect(list().scrollTop).toBe(3490 - (500 - 40) / 2)
  vi.restoreAllMocks()
})

it('remembers that the module list was hidden', async () => {
  course()
  await open()
  const toggle = await screen.findByRole('button', { name: 'Aulas' })
  expect(screen.getByRole('navigation', { name: 'Aulas do curso' })).toBeTruthy()
  await userEvent.click(toggle)
  expect(screen.queryByRole('navigation', { name: 'Aulas do curso' })).toBeNull()
  expect(localStorage.getItem('escola.modules')).toBe('closed')
})

it('hides the module list at first on a narrow screen', async () => {
  vi.stubGlobal('innerWidth', 390)
  course()
  await open()
  expect((await screen.findByRole('button', { name: 'Aulas' })).ariaExpanded).toBe('false')
})

it('opens the module of the lesson that is next, and closes none under the pointer', async () => {
  const modules = ['1', '2'].map((id) => ({ id, title: `Módulo ${id}`, content: [summary(id)] }))
  fakeServer().on(learning.lesson, ({ body }) => ({
    degree: degree([], { modules }),
    content: content(body.classLink!.replace('aula-', '')),
  }))
  const { router } = await open('admin')
  const isOpen = (title: string) => screen.getByText(title).closest('details')!.open
  await screen.findByRole('link', { name: 'Próxima aula' })
  expect([isOpen('Módulo 1'), isOpen('Módulo 2')]).toEqual([true, false])
  await userEvent.click(screen.getByRole('link', { name: 'Próxima aula' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/c/vela/aula-2'))
  await waitFor(() => expect([isOpen('Módulo 1'), isOpen('Módulo 2')]).toEqual([true, true]))
})
