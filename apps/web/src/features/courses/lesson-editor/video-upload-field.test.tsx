import { courses } from '@escola/contract/courses.contract'
import { errors } from '@escola/contract/errors'
import { learning } from '@escola/contract/learning.contract'
import { type Lesson, lessons } from '@escola/contract/lessons.contract'
import { refusals } from '@escola/contract/refusals'
import { type VideoUpload, videos } from '@escola/contract/videos.contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { contextQuery } from '../../../session/context.ts'
import { fakeServer, refuse } from '../../../testing/fake-server.ts'
import { contextOf, school, showScreen } from '../../../testing/show-screen.tsx'
import { newRecordLink } from '../../../ui/editor/new-record.ts'
import { ConfirmHost } from '../../../ui/questions/confirm.ts'
import { createPlayer } from '../../learning/player/steer.ts'
import { courseQueries } from '../courses.queries.ts'
import { sampleCourse, sampleLesson } from '../sample-course.ts'
import { LessonEditorPage } from './lesson-editor-page.tsx'

/** Answer to a part's request: the server's, none at all, or a broken line. */
type Reply = { status: number; body: unknown } | 'silence' | 'broken'

beforeEach(() => {
  URL.createObjectURL = () => 'blob:video'
  URL.revokeObjectURL = () => {}
})

/** Takes videos in parts of four bytes. */
function videoServer(replyTo: (number: number, attempt: number) => Reply | undefined = () => undefined) {
  const server = fakeServer()
  let upload: VideoUpload | undefined
  const parts: number[] = []
  let content: Lesson = sampleLesson
  server.on(lessons.get, () => ({ content, degree: sampleCourse }))
  const saves = server.on(lessons.save, ({ body }) => {
    const { main_media_url = '', main_media_duration = 0 } = body
    content = { ...content, main_media_url, main_media_duration, version: content.version + 1 }
    return { content, degree: sampleCourse }
  })
  server.on(videos.list, () => ({ max_bytes: 20, uploads: upload && !upload.main_media_url ? [upload] : [] }))
  const begun = server.on(videos.begin, ({ body: { filename, size } }) => {
    upload ??= { id: '4', filename, size, part_bytes: 4, parts: [], main_media_url: null }
    return { upload }
  })
  const finished = server.on(videos.finish, () => {
    if (upload!.parts.length < Math.ceil(upload!.size / 4)) return refuse('videoIncomplete', { current: { upload } })
    upload = { ...upload!, main_media_url: 'upload:9' }
    return { upload }
  })
  const givenUp = server.on(videos.giveUp, () => {
    upload = undefined
    return { ok: true as const }
  })
  server.on(learning.fileLink, () => ({ url: '/video-assinado' }))
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onprogress?: (event: object) => void } = {}
      status = 200
      responseText = ''
      onload = () => {}
      onerror = () => {}
      onabort = () => {}
      #number = 0
      open(_: string, url: string) {
        this.#number = Number(url.split('/').at(-1))
      }
      setRequestHeader() {}
      send(bytes: Blob) {
        parts.push(this.#number)
        const answer = replyTo(this.#number, parts.filter((number) => number === this.#number).length)
        this.upload.onprogress?.({ lengthComputable: true, loaded: bytes.size / 2, total: bytes.size })
        if (answer === 'silence') return
        if (answer === 'broken') return void setTimeout(() => this.onerror())
        if (!answer) upload = { ...upload!, parts: [...upload!.parts, this.#number] }
        this.status = answer?.status ?? 200
        this.responseText = JSON.stringify(answer?.body ?? { upload })
        setTimeout(() => this.onload())
      }
      abort() {
        this.onabort()
      }
    },
  )
  return {
    server,
    saves,
    begun,
    parts,
    finished,
    givenUp,
    has: (known: VideoUpload) => {
      upload = known
    },
    shows: (fields: Partial<Lesson>) => {
      content = { ...content, ...fields }
    },
  }
}

async function open({ takesVideos = true, at = '/c/ingles/nova-aula' } = {}) {
  const shown = await showScreen({
    at,
    route: '/c/$link/$classLink',
    as: 'admin',
    load: (client, { link, classLink }) => client.ensureQueryData(courseQueries.lesson(school.id, link!, classLink!)),
    show: ({ link, classLink }) => (
      <>
        <LessonEditorPage
          link={link!}
          classLink={classLink!}
          loadSteer={async () => createPlayer}
          renderExam={() => null}
        />
        <ConfirmHost />
      </>
    ),
  })
  const context = contextOf('admin')
  const takingSchool = { ...context.school!, has_video_upload: takesVideos }
  act(() => void shown.client.setQueryData(contextQuery.queryKey, { ...context, school: takingSchool }))
  return shown
}

const video = (bytes = 'dezbytes10', name = 'aula.mp4') => new File([bytes], name, { type: 'video/mp4' })
const choose = async (file = video()) => userEvent.upload(await screen.findByLabelText('Arquivo de vídeo'), file)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const online = () => act(() => void window.dispatchEvent(new Event('online')))

it('sends a video in parts, goes on by itself after a broken line, and saves it with its duration', async () => {
  const { saves, parts, begun } = videoServer((number, attempt) =>
    number === 2 && attempt === 1 ? 'broken' : undefined,
  )
  await open()
  await choose()
  const preview = await screen.findByLabelText('Prévia de aula.mp4')
  Object.defineProperties(preview, { duration: { value: 61.4 }, videoWidth: { value: 640 } })
  fireEvent.loadedMetadata(preview)
  await screen.findByText('Sem resposta. O envio continua sozinho quando a conexão voltar.')
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('60')
  online()
  await waitFor(() => expect(saves.at(-1)?.body).toMatchObject({ main_media_url: 'upload:9', main_media_duration: 61 }))
  expect(parts).toEqual([1, 2, 2, 3])
  expect(begun.map(({ body }) => body)).toMatchObject([{ filename: 'aula.mp4', size: 10 }])
  await screen.findByText('Vídeo enviado · 1:01')
  await waitFor(() => expect(screen.getByLabelText('Vídeo da aula Nova aula')).toHaveProperty('src'))
  expect(screen.queryByLabelText('Link do vídeo')).toBeNull()
})

it('says after a reload what was interrupted, and goes on with the same file where it stopped', async () => {
  const { has, parts, saves } = videoServer()
  has({ id: '4', filename: 'aula.mp4', size: 10, part_bytes: 4, parts: [1, 3], main_media_url: null })
  localStorage.setItem('escola.unsaved.7.70.video.30', '"4"')
  await open()
  await screen.findByText(/O envio de “aula.mp4” parou em 80%/)
  await choose()
  await waitFor(() => expect(saves.at(-1)?.body).toMatchObject({ main_media_url: 'upload:9' }))
  expect(parts).toEqual([2])
  expect(screen.queryByText(/parou em/)).toBeNull()
  expect(localStorage.getItem('escola.unsaved.7.70.video.30')).toBeNull()
})

it('does not tell one lesson of the upload of another', async () => {
  const { has } = videoServer()
  has({ id: '4', filename: 'aula.mp4', size: 10, part_bytes: 4, parts: [1], main_media_url: null })
  await open()
  await screen.findByText(/de até 20 bytes/)
  expect(screen.queryByText(/parou em/)).toBeNull()
})

it('goes on, and is remembered, when the lesson is made while its video is sent', async () => {
  const { parts, server } = videoServer((_, attempt) => (attempt === 1 ? 'silence' : undefined))
  server.on(courses.get, () => ({ degree: sampleCourse }))
  await open({ at: `/c/ingles/${newRecordLink('20')}` })
  await choose()
  await waitFor(() => expect(parts).toEqual([1]))
  expect(localStorage.getItem('escola.unsaved.7.70.video.~20')).toBe('"4"')
  await userEvent.type(await screen.findByLabelText('Título da aula'), ' de hoje')
  await waitFor(() => expect(localStorage.getItem('escola.unsaved.7.70.video.30')).toBe('"4"'))
  expect(localStorage.getItem('escola.unsaved.7.70.video.~20')).toBeNull()
  await screen.findByRole('button', { name: 'Pausar' })
})

it('pauses and goes on with what is missing', async () => {
  const { parts, saves } = videoServer((number, attempt) => (number === 2 && attempt === 1 ? 'silence' : undefined))
  await open()
  await choose()
  await waitFor(() => expect(parts).toEqual([1, 2]))
  await press('Pausar')
  await screen.findByText('Em pausa. O que já chegou fica guardado por um dia.')
  expect(document.activeElement?.textContent).toBe('Continuar')
  await press('Continuar')
  await waitFor(() => expect(saves.at(-1)?.body).toMatchObject({ main_media_url: 'upload:9' }))
  expect(parts).toEqual([1, 2, 2, 3])
})

it('asks before it throws away what was sent', async () => {
  const { parts, givenUp, saves } = videoServer(() => 'silence')
  await open()
  await choose()
  await waitFor(() => expect(parts).toEqual([1]))
  await press('Cancelar')
  await screen.findByText('O que já foi enviado de “aula.mp4” será descartado.')
  await press('Cancelar o envio')
  await waitFor(() => expect(givenUp.map(({ params }) => params.id)).toEqual(['4']))
  await screen.findByLabelText('Link do vídeo')
  expect(saves).toEqual([])
})

it('says why a video is refused, and tries again when it is told to', async () => {
  const { status, message, pt } = errors.invalid_video_file
  const refused = { status, body: { code: 'invalid_video_file', message } }
  const { saves, parts } = videoServer((_, attempt) => (attempt === 1 && parts.length === 1 ? refused : undefined))
  await open()
  await choose()
  await screen.findByText(pt)
  await press('Tentar de novo')
  await waitFor(() => expect(saves.at(-1)?.body).toMatchObject({ main_media_url: 'upload:9' }))
})

it.each([
  ['that is too large', 'x'.repeat(21), refusals.videoTooLarge('20 bytes')],
  ['without bytes', '', errors.empty_file.pt],
])('does not begin with a video %s', async (_, bytes, text) => {
  const { begun } = videoServer()
  await open()
  await screen.findByText(/de até 20 bytes/)
  await choose(video(bytes))
  await screen.findByText(text)
  expect(begun).toEqual([])
})

it('begins again when the server has forgotten the upload in the meantime', async () => {
  const { status, message } = errors.not_found
  const { begun, saves } = videoServer((number, attempt) =>
    number === 2 && attempt === 1 ? { status, body: { code: 'not_found', message } } : undefined,
  )
  await open()
  await choose()
  await waitFor(() => expect(saves.at(-1)?.body).toMatchObject({ main_media_url: 'upload:9' }))
  expect(begun).toHaveLength(2)
})

it('asks before the page is left while a video is on its way', async () => {
  const { parts } = videoServer(() => 'silence')
  const { router, path } = await open()
  await choose()
  await waitFor(() => expect(parts).toEqual([1]))
  void router.navigate({ to: '/turmas' as '/' })
  await screen.findByText('Sair sem salvar?')
  await press('Sair mesmo assim')
  await waitFor(() => expect(path()).toBe('/turmas'))
})

it('takes a video out of the lesson after asking, also where no more may be sent', async () => {
  const { shows, saves } = videoServer()
  shows({ main_media_url: 'upload:9', main_media_duration: 61 })
  await open({ takesVideos: false })
  await screen.findByText('Vídeo enviado · 1:01')
  expect(screen.queryByLabelText('Arquivo de vídeo')).toBeNull()
  await press('Remover vídeo')
  await press('Remover')
  await waitFor(() => expect(saves.at(-1)?.body).toMatchObject({ main_media_url: '', main_media_duration: 0 }))
  await screen.findByLabelText('Link do vídeo')
})
