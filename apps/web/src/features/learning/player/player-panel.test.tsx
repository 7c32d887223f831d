import { learning, type StudentContent } from '@escola/contract/learning.contract'
import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeToken } from '../../../api/token.ts'
import { passSeconds, realClock, stopClock } from '../../../testing/clock.ts'
import { fakeServer } from '../../../testing/fake-server.ts'
import { school, showScreen } from '../../../testing/show-screen.tsx'
import { learningQueries } from '../learning.queries.ts'
import { StudentLessonPage } from '../lesson-page.tsx'
import { content, degree, summary } from '../sample-course.ts'

type Sent = Record<string, unknown>[]
/** Messages that each frame was sent; jsdom loads nothing into them. */
const sentTo = new WeakMap<HTMLIFrameElement, { page: object; sent: Sent }>()
const insideOf = (frame: HTMLIFrameElement) => {
  const known = sentTo.get(frame)
  if (known) return known
  const sent: Sent = []
  const postMessage = (message: string | Sent[number]) =>
    void sent.push(typeof message === 'string' ? JSON.parse(message) : message)
  const inside = { page: { postMessage }, sent }
  sentTo.set(frame, inside)
  return inside
}

beforeEach(() => {
  storeToken('token')
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockImplementation(function (this: HTMLIFrameElement) {
    return insideOf(this).page as Window
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  onlineManager.setOnline(true)
})

const origins = { youtube: 'https://www.youtube-nocookie.com', vimeo: 'https://player.vimeo.com' }

interface Opening {
  change?: Partial<StudentContent>
  as?: 'admin'
  /** Number of lessons in the course. */
  lessons?: number
  /** The first lesson is completed by passing its assessment. */
  needsPassing?: boolean
}

/** A lesson with its video, whose frame does what a test says. */
async function open({ change, as, lessons = 2, needsPassing = false }: Opening = {}) {
  const server = fakeServer()
  const isComplete: Record<string, boolean> = {}
  const reports = server.on(learning.savePosition, () => ({ ok: true as const }))
  const marks = server.on(learning.complete, ({ body }) => {
    isComplete[body.contentId] = true
    return {
      userDegree: { metadata: { content: { [body.contentId]: { isComplete: true } } }, progress: '50.00' },
      certificate: null,
    }
  })
  server.on(learning.lesson, ({ body }) => {
    const id = body.classLink!.replace('aula-', '')
    const all = Array.from({ length: lessons }, (_, index) =>
      summary(String(index + 1), index === 0 && needsPassing ? { assessment: 'needed' } : {}),
    )
    return {
      degree: degree(all.map((each) => ({ ...each, isComplete: isComplete[each.id] ?? false }))),
      content: content(id, { ...(id === '1' ? change : {}), isComplete: isComplete[id] ?? false }),
    }
  })
  const shown = await showScreen({
    at: '/c/vela/aula-1',
    route: '/c/$link/$classLink',
    load: (client, { link, classLink }) => client.ensureQueryData(learningQueries.lesson(school.id, link!, classLink!)),
    show: ({ link, classLink }) => <StudentLessonPage link={link!} classLink={classLink!} />,
    as,
  })
  return { ...shown, reports, marks, frame: await frameOf('Aula 1') }
}

/** A frame of YouTube's as its page would use it. */
async function frameOf(lesson: string) {
  const element = (await screen.findByTitle(
    new RegExp(`^(Vídeo|Material interativo) da aula ${lesson}$`),
  )) as HTMLIFrameElement
  const { page, sent } = insideOf(element)
  const say = (data: object, origin = origins.youtube) =>
    act(() => {
      const message = new MessageEvent('message', { data: JSON.stringify(data), origin })
      window.dispatchEvent(Object.defineProperty(message, 'source', { value: page }))
    })
  const info = (news: object) => say({ event: 'infoDelivery', info: news })
  const answer = async () => {
    await waitFor(() => expect(sent.some(({ event }) => event === 'listening')).toBe(true))
    say({ event: 'initialDelivery', info: { currentTime: 0, duration: 600, playerState: -1, playbackRate: 1 } })
  }
  const commands = () => sent.flatMap(({ func, args }) => (func ? [[func, ...(args as unknown[])]] : []))
  return { element, sent, say, info, answer, commands }
}

it('goes on where it was left and says so; one tap begins anew, and the video is at hand', async () => {
  const { frame } = await open({ change: { position: 754 } })
  await frame.answer()
  expect((await screen.findByRole('status')).textContent).toBe('Continuando de 12:31')
  expect(frame.commands()).toEqual([['cueVideoById', { videoId: 'dQw4w9WgXcQ', startSeconds: 751 }]])
  await userEvent.click(screen.getByRole('button', { name: 'Recomeçar' }))
  expect(frame.commands().slice(1)).toEqual([['seekTo', 0, true], ['playVideo']])
  expect(screen.queryByText(/Continuando/)).toBeNull()
  expect(document.activeElement).toBe(frame.element)
})

it('tells the school where it was paused, and opens there again without asking', async () => {
  const { frame, reports, router } = await open()
  await frame.answer()
  frame.info({ playerState: 1, currentTime: 0 })
  frame.info({ currentTime: 42.4 })
  frame.info({ playerState: 2, currentTime: 42.4 })
  await waitFor(() => expect(reports).toHaveLength(1))
  expect(reports[0]!.body).toEqual({ contentId: '1', degreeId: '1', position: 42, duration: 600, secondsAgo: 0 })
  await act(() => router.navigate({ to: '/' }))
  await act(() => router.navigate({ href: '/c/vela/aula-1' }))
  await (await frameOf('Aula 1')).answer()
  expect(await screen.findByText('Continuando de 0:39')).toBeTruthy()
  expect(reports).toHaveLength(1)
})

it('tells where it was left: for another page, and as the page is hidden', async () => {
  const { frame, reports, router } = await open()
  await frame.answer()
  frame.info({ playerState: 1, currentTime: 3 })
  frame.info({ currentTime: 4 })
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(reports.map(({ body }) => body.position)).toEqual([4]))
  frame.info({ currentTime: 5 })
  await act(() => router.navigate({ to: '/' }))
  await waitFor(() => expect(reports.map(({ body }) => body.position)).toEqual([4, 5]))
})

it('shows nothing beside a video whose frame never answers', async () => {
  const { frame, reports, router } = await open({ change: { position: 754 } })
  await waitFor(() => expect(frame.sent.length).toBeGreaterThan(0))
  expect(screen.queryByText(/Continuando|Velocidade/)).toBeNull()
  await act(() => router.navigate({ to: '/' }))
  expect(reports).toEqual([])
})

it.each([
  'https://www.loom.com/share/0123456789abcdef0123456789abcdef',
  'https://view.genially.com/0123456789abcdef01234567',
])('pretends nothing where %s tells nothing', async (main_media_url) => {
  const { frame } = await open({ change: { position: 754, main_media_url } })
  expect(frame.element.parentElement!.nextElementSibling!.tagName).toBe('H1')
})

it('goes on, for an administrator, from the beginning, keeps nothing and leads nowhere', async () => {
  localStorage.setItem('escola.autoplay', 'on')
  const { frame, reports, path } = await open({ as: 'admin' })
  await frame.answer()
  expect(await screen.findByLabelText('Velocidade')).toBeTruthy()
  expect(screen.queryByLabelText('Próxima aula automática')).toBeNull()
  frame.info({ playerState: 1, currentTime: 590 })
  frame.info({ playerState: 0, currentTime: 600 })
  expect(screen.queryByText(/Próxima aula em|Concluir e ir/)).toBeNull()
  expect([reports, path()]).toEqual([[], '/c/vela/aula-1'])
})

it('plays every video at the speed that was chosen', async () => {
  const { frame, router } = await open()
  await frame.answer()
  await userEvent.selectOptions(await screen.findByLabelText('Velocidade'), '1,5×')
  expect(frame.commands()).toEqual([['setPlaybackRate', 1.5]])
  await act(() => router.navigate({ href: '/c/vela/aula-2' }))
  const next = await frameOf('Aula 2')
  await next.answer()
  expect(next.commands()).toEqual([['setPlaybackRate', 1.5]])
  expect(screen.getByLabelText<HTMLSelectElement>('Velocidade').value).toBe('1.5')
})

const end = (frame: Awaited<ReturnType<typeof frameOf>>) => {
  frame.info({ playerState: 1, currentTime: 590 })
  frame.info({ playerState: 0, currentTime: 600 })
}

it('offers at the end to complete the lesson and go on', async () => {
  const { frame, marks, path } = await open()
  await frame.answer()
  end(frame)
  expect(screen.queryByText(/Próxima aula em/)).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Concluir e ir para a próxima aula' }))
  await waitFor(() => expect(path()).toBe('/c/vela/aula-2'))
  await waitFor(() => expect(marks.map(({ body }) => body.contentId)).toEqual(['1']))
  const next = await frameOf('Aula 2')
  await next.answer()
  expect(next.commands()).toEqual([['playVideo']])
})

it('goes on by itself when that was asked for, and marks the lesson complete', async () => {
  const { frame, marks, path } = await open()
  await frame.answer()
  await userEvent.click(await screen.findByLabelText('Próxima aula automática'))
  expect(localStorage.getItem('escola.autoplay')).toBe('on')
  stopClock()
  end(frame)
  expect(screen.getByText('A próxima aula, Aula 2, abre em 5 segundos')).toBeTruthy()
  expect(screen.getByText('Próxima aula em 5 s')).toBeTruthy()
  await passSeconds(5)
  realClock()
  await waitFor(() => expect(path()).toBe('/c/vela/aula-2'))
  await waitFor(() => expect(marks.map(({ body }) => body.contentId)).toEqual(['1']))
  await (await frameOf('Aula 2')).answer()
  expect(await screen.findByLabelText('Próxima aula automática')).toHaveProperty('checked', true)
})

it('completes no lesson at the end of its video that is completed by passing', async () => {
  const { frame, marks } = await open({ needsPassing: true })
  await frame.answer()
  await userEvent.click(await screen.findByLabelText('Próxima aula automática'))
  end(frame)
  expect(screen.queryByText(/Próxima aula em/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Concluir e ir para a próxima aula' })).toBeNull()
  expect(marks).toHaveLength(0)
})

it('stays when that is called off', async () => {
  localStorage.setItem('escola.autoplay', 'on')
  const { frame, marks, path } = await open()
  await frame.answer()
  stopClock()
  end(frame)
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  await passSeconds(10)
  realClock()
  expect(path()).toBe('/c/vela/aula-1')
  expect(screen.queryByText(/Próxima aula em/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Concluir e ir para a próxima aula' })).toBeTruthy()
  expect(marks).toEqual([])
})

it('stays when there is no connection, and at the last lesson', async () => {
  localStorage.setItem('escola.autoplay', 'on')
  const { frame } = await open({ lessons: 1 })
  await frame.answer()
  end(frame)
  expect(screen.queryByText(/Próxima aula em|Concluir e ir/)).toBeNull()
  cleanup()
  const other = await open()
  await other.frame.answer()
  act(() => onlineManager.setOnline(false))
  end(other.frame)
  expect(screen.queryByText(/Próxima aula em/)).toBeNull()
})

it('opens the next lesson, for a student who wants little motion, without playing it', async () => {
  const known = window.matchMedia
  vi.stubGlobal('matchMedia', (query: string) => ({ ...known(query), matches: /reduced-motion/.test(query) }))
  const { frame } = await open()
  await frame.answer()
  end(frame)
  await userEvent.click(await screen.findByRole('button', { name: 'Concluir e ir para a próxima aula' }))
  const next = await frameOf('Aula 2')
  await next.answer()
  expect(next.commands()).toEqual([])
})

it('hears what Vimeo says of its own frame by its own library, and tells it no address', async () => {
  const { frame, reports } = await open({ change: { position: 42, main_media_url: 'https://vimeo.com/1084537' } })
  const asked = (method: string) => frame.sent.filter((message) => message.method === method)
  const say = (data: object) => frame.say(data, origins.vimeo)
  await waitFor(() => expect(asked('ping')).toHaveLength(1))
  say({ event: 'ready' })
  await waitFor(() => expect(asked('getPaused')).toHaveLength(1))
  const answers = { getDuration: 600, getPlaybackRate: 1, getPaused: true }
  for (const [method, value] of Object.entries(answers)) say({ method, value })
  await waitFor(() => expect(asked('setCurrentTime')).toEqual([{ method: 'setCurrentTime', value: 39 }]))
  expect(await screen.findByText('Continuando de 0:39')).toBeTruthy()
  say({ event: 'playing', data: { seconds: 39, duration: 600, percent: 0.06 } })
  say({ event: 'pause', data: { seconds: 57.3, duration: 600, percent: 0.09 } })
  await waitFor(() => expect(reports.map(({ body }) => body.position)).toEqual([57]))
  // A school's plan with Vimeo may allow no other speed.
  await userEvent.selectOptions(screen.getByLabelText('Velocidade'), '2×')
  await waitFor(() => expect(asked('setPlaybackRate')).toHaveLength(1))
  say({ event: 'error', data: { method: 'setPlaybackRate', name: 'Error', message: 'Not allowed' } })
  await waitFor(() => expect(screen.queryByLabelText('Velocidade')).toBeNull())
  expect(asked('appendVideoMetadata')).toEqual([])
})

it.each(['PrivacyError', 'PasswordError'])('leaves alone what Vimeo refuses with a %s', async (name) => {
  const { frame, reports } = await open({ change: { position: 42, main_media_url: 'https://vimeo.com/1084537' } })
  await waitFor(() => expect(frame.sent.some(({ method }) => method === 'ping')).toBe(true))
  frame.say({ event: 'error', data: { method: 'ready', name, message: 'No' } }, origins.vimeo)
  expect(screen.queryByText(/Continuando/)).toBeNull()
  expect(reports).toEqual([])
})
