import { courses, type Degree } from '@escola/contract/courses.contract'
import { learning } from '@escola/contract/learning.contract'
import { type Lesson, lessons } from '@escola/contract/lessons.contract'
import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, refuse } from '../../../testing/fake-server.ts'
import { school, showScreen } from '../../../testing/show-screen.tsx'
import { ConfirmHost } from '../../../ui/questions/confirm.ts'
import { createPlayer } from '../../learning/player/steer.ts'
import { courseQueries } from '../courses.queries.ts'
import { sampleCourse, sampleLesson } from '../sample-course.ts'
import { LessonEditorPage } from './lesson-editor-page.tsx'

/** Addresses of the frames that the page has begun to listen to. */
const heard: string[] = []
const steer: typeof createPlayer = (screen, ...more) => {
  const player = createPlayer(screen, ...more)
  if (screen instanceof HTMLIFrameElement) heard.push(screen.src)
  return player
}

const open = () =>
  showScreen({
    at: '/c/ingles/nova-aula',
    route: '/c/$link/$classLink',
    as: 'admin',
    load: (client, { link, classLink }) => client.ensureQueryData(courseQueries.lesson(school.id, link!, classLink!)),
    show: ({ link, classLink }) => (
      <>
        <LessonEditorPage link={link!} classLink={classLink!} loadSteer={async () => steer} renderExam={() => null} />
        <ConfirmHost />
      </>
    ),
  })

const file = (id: string, title: string) => ({
  id,
  title,
  filename: `${title}.pdf`,
  type: 'application/pdf',
  size: 5,
  location: '',
})

function lessonServer() {
  const server = fakeServer()
  let content = sampleLesson
  let degree: Degree = sampleCourse
  const answer = () => ({ content, degree })
  server.on(lessons.get, answer)
  const renames = server.on(courses.save, ({ body }) => {
    const school = { categories: [], revision: '1' }
    if (body.version !== degree.version) return refuse('courseStale', { current: { degree, school } })
    degree = { ...degree, title: body.title!, version: degree.version + 1 }
    return { degree, school }
  })
  const elsewhere = (fields: Partial<Degree>) => {
    degree = { ...degree, ...fields }
  }
  const saves = server.on(lessons.save, ({ body }) => {
    const { main_media_url = content.main_media_url, main_media_duration = content.main_media_duration } = body
    // An empty title, as between clearing and typing, leaves the last one.
    const title = body.title || content.title
    const link = title === content.title ? content.link : title.toLowerCase().replaceAll(' ', '-')
    content = { ...content, title, main_media_url, main_media_duration, link, version: content.version + 1 }
    return answer()
  })
  return { server, saves, renames, elsewhere }
}

it('makes a lesson private', async () => {
  const { saves } = lessonServer()
  await open()
  await userEvent.click(await screen.findByRole('switch', { name: /^Aula privada/ }))
  await waitFor(() => expect(saves.at(-1)?.body).toMatchObject({ id: '30', is_private: true }))
})

it('saves while typing, follows the new link and leaves the cursor where it is', async () => {
  const { saves } = lessonServer()
  const { path } = await open()
  const title = await screen.findByLabelText('Título da aula')
  await userEvent.clear(title)
  await userEvent.type(title, 'No aeroporto')
  await screen.findByText('Salvo')
  await waitFor(() => expect(path()).toBe('/c/ingles/no-aeroporto'))
  expect(saves.at(-1)?.body).toMatchObject({ id: '30', degree_id: '10', title: 'No aeroporto' })
  expect(document.activeElement).toBe(title)
  await userEvent.type(title, ' hoje')
  await waitFor(() => expect(path()).toBe('/c/ingles/no-aeroporto-hoje'))
  expect(saves.at(-1)?.body.version).toBe(saves.length)
})

it('keeps an unknown video address in its field, says so, and never sends it', async () => {
  const { saves } = lessonServer()
  await open()
  const video = await screen.findByLabelText('Link do vídeo')
  fireEvent.change(video, { target: { value: 'exemplo.com/video' } })
  await screen.findByText(messages.invalidVideo)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(saves).toHaveLength(0)
  expect(video).toHaveProperty('value', 'exemplo.com/video')
  fireEvent.change(video, { target: { value: 'https://youtu.be/dQw4w9WgXcQ' } })
  await screen.findByTitle('Vídeo da aula Nova aula')
  await waitFor(() => expect(saves.at(-1)?.body.main_media_url).toBe('https://youtu.be/dQw4w9WgXcQ'))
})

it('previews an interactive pdf, whose pasted address is cleaned when it is left', async () => {
  const { saves } = lessonServer()
  await open()
  const field = await screen.findByLabelText('Link do vídeo')
  await userEvent.click(field)
  await userEvent.paste(' https://view.genial.ly/66ef09bc2d8d928848f09bb2/pão de cada dia')
  const frame = await screen.findByTitle('Material interativo da aula Nova aula')
  expect(frame).toHaveProperty('src', 'https://view.genially.com/66ef09bc2d8d928848f09bb2')
  await userEvent.tab()
  expect(field).toHaveProperty('value', 'https://view.genial.ly/66ef09bc2d8d928848f09bb2/p%C3%A3o%20de%20cada%20dia')
  await waitFor(() => expect(saves.at(-1)?.body.main_media_url).toContain('66ef09bc2d8d928848f09bb2'))
})

it('takes the address out of an embed code that is pasted', async () => {
  const { saves } = lessonServer()
  await open()
  const field = await screen.findByLabelText('Link do vídeo')
  await userEvent.click(field)
  await userEvent.paste(
    `<div style="padding:56.25% 0 0 0;position:relative;"><iframe src="https://player.vimeo.com/video/1084537?badge=0&amp;h=b1b3ab5aa2" frameborder="0" allow="autoplay; fullscreen; picture-in-picture; clipboard-write" style="position:absolute;top:0;left:0;width:100%;height:100%;" title="Pão"></iframe></div>`,
  )
  expect(field).toHaveProperty('value', 'https://vimeo.com/1084537/b1b3ab5aa2')
  expect(screen.queryByText(messages.invalidVideo)).toBeNull()
  await waitFor(() => expect(saves.at(-1)?.body.main_media_url).toBe('https://vimeo.com/1084537/b1b3ab5aa2'))
  await userEvent.clear(field)
  await userEvent.paste('x'.repeat(1000))
  expect(field).toHaveProperty('value', 'x'.repeat(limits.linkMax))
})

it('names the field of a refused save in an alert, and keeps the text', async () => {
  const { server } = lessonServer()
  server.on(lessons.save, () => refuse('lessonTextLong'))
  await open()
  const title = await screen.findByLabelText('Título da aula')
  await userEvent.type(title, ' um')
  expect((await screen.findByRole('alert')).textContent).toContain('Descrição: este texto é longo demais')
  expect(title).toHaveProperty('value', 'Nova aula um')
})

it('lets an offline author go without a question when all that was written is kept and comes back', async () => {
  const { server } = lessonServer()
  server.on(lessons.save, () => {
    throw new TypeError('Failed to fetch')
  })
  const first = await open()
  await userEvent.type(await screen.findByLabelText('Título da aula'), ' um')
  await screen.findByText(messages.offline)
  await act(() => first.router.navigate({ to: '/turmas' as '/' }))
  await waitFor(() => expect(first.path()).toBe('/turmas'))
  expect(screen.queryByText('Sair sem salvar?')).toBeNull()
  cleanup()
  await open()
  expect(await screen.findByLabelText('Título da aula')).toHaveProperty('value', 'Nova aula um')
})

it('asks an author who is offline where this device could not keep what was written', async () => {
  const { server } = lessonServer()
  server.on(lessons.save, () => {
    throw new TypeError('Failed to fetch')
  })
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const { router, path } = await open()
  await userEvent.type(await screen.findByLabelText('Título da aula'), ' um')
  await screen.findByText(/^Sem conexão: fique nesta página/)
  void router.navigate({ to: '/turmas' as '/' })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancelar' }))
  expect(path()).toBe('/c/ingles/nova-aula')
  full.mockRestore()
})

it('shows what became of its course elsewhere, whatever is written here', async () => {
  const { elsewhere } = lessonServer()
  const { client } = await open()
  await screen.findByRole('button', { name: 'Publicar curso' })
  const video = await screen.findByLabelText('Link do vídeo')
  await userEvent.type(video, 'nada disso')
  elsewhere({ utc_published_on: '2026-01-01T00:00:00.000Z', isDraft: true })
  await act(() => client.invalidateQueries())
  await screen.findByRole('button', { name: 'Publicar alterações' })
  expect(video).toHaveProperty('value', 'nada disso')
})

it('renames the course although something else of it was changed', async () => {
  const { renames, elsewhere } = lessonServer()
  await open()
  const title = await screen.findByLabelText('Título do curso')
  elsewhere({ description: 'nova', version: 8 })
  await userEvent.clear(title)
  await userEvent.type(title, 'Inglês 1{Enter}')
  await waitFor(() => expect(renames.map(({ body }) => body.version)).toEqual([1, 8]))
  await waitFor(() => expect(title).toHaveProperty('value', 'Inglês 1'))
})

it('asks before it renames a course that got another title elsewhere', async () => {
  const { renames, elsewhere } = lessonServer()
  await open()
  const title = await screen.findByLabelText('Título do curso')
  elsewhere({ title: 'Inglês básico', version: 8 })
  await userEvent.clear(title)
  await userEvent.type(title, 'Inglês 1{Enter}')
  await screen.findByText(messages.staleSave)
  expect(renames).toHaveLength(1)
  expect(title).toHaveProperty('value', 'Inglês 1')
  await userEvent.type(title, '{Enter}')
  await waitFor(() => expect(renames.map(({ body }) => body.version)).toEqual([1, 8]))
})

it('saves a title of the course that is still being typed before the page is left', async () => {
  const { renames } = lessonServer()
  const { router, path } = await open()
  const title = await screen.findByLabelText('Título do curso')
  await userEvent.clear(title)
  await userEvent.type(title, 'Inglês 1')
  expect(renames).toHaveLength(0)
  await act(() => router.navigate({ to: '/turmas' as '/' }))
  await waitFor(() => expect(path()).toBe('/turmas'))
  expect(renames.map(({ body }) => body.title)).toEqual(['Inglês 1'])
})

it('asks before it gives up files that are on their way', async () => {
  lessonServer()
  const uploads: { abort: () => void }[] = []
  const abort = vi.fn()
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      constructor() {
        uploads.push(this)
      }
      open() {}
      setRequestHeader() {}
      send() {}
      abort = abort
    },
  )
  const { router, path } = await open()
  const files = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map((name) => new File(['%PDF-'], name))
  await userEvent.upload(await screen.findByLabelText('Arquivos da aula'), files)
  await screen.findByRole('progressbar', { name: 'Envio de d.pdf' })
  void router.navigate({ to: '/turmas' as '/' })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancelar' }))
  expect(abort).not.toHaveBeenCalled()
  void router.navigate({ to: '/turmas' as '/' })
  await userEvent.click(await screen.findByRole('button', { name: 'Sair mesmo assim' }))
  await waitFor(() => expect(path()).toBe('/turmas'))
  expect(abort).toHaveBeenCalled()
  expect(uploads).toHaveLength(3)
})

it('gives the author every file, also one that is only in the draft', async () => {
  const { server } = lessonServer()
  server.on(lessons.get, () => ({ content: { ...sampleLesson, files: [file('8', 'Apostila')] }, degree: sampleCourse }))
  const asked = server.on(learning.fileLink, () => ({ url: '#arquivo' }))
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Baixar o arquivo Apostila' }))
  await waitFor(() => expect(asked).toMatchObject([{ params: { fileId: '8' } }]))
})

const openWith = async (fields: Partial<Lesson>) => {
  const { server, saves } = lessonServer()
  server.on(lessons.get, () => ({ content: { ...sampleLesson, ...fields }, degree: sampleCourse }))
  await open()
  return saves
}
const focused = () => document.activeElement?.getAttribute('aria-label')
const answer = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

it('asks before a file goes, and keeps the focus among the files', async () => {
  const saves = await openWith({ files: [file('8', 'Apostila'), file('9', 'Gabarito')] })
  await userEvent.click(await screen.findByRole('button', { name: 'Remover o arquivo Apostila' }))
  await answer('Cancelar')
  expect(focused()).toBe('Remover o arquivo Apostila')
  await userEvent.keyboard('{Enter}')
  await answer('Remover')
  await waitFor(() => expect(focused()).toBe('Remover o arquivo Gabarito'))
  expect(screen.queryByText(/Apostila/)).toBeNull()
  await userEvent.keyboard('{Enter}')
  await answer('Remover')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Solte arquivos aqui'))
  await waitFor(() => expect(saves.at(-1)?.body.files).toEqual([]))
})

it('asks before a link goes, but not for an empty row, and keeps the focus among the links', async () => {
  const links = ['Grupo', 'Agenda'].map((title) => ({ id: title, title, link: `https://exemplo.com/${title}` }))
  const saves = await openWith({ external_links: links })
  await userEvent.click(await screen.findByRole('button', { name: 'Remover o link 2' }))
  await screen.findByText('O link “Agenda” será removido da aula.')
  await answer('Remover')
  await waitFor(() => expect(focused()).toBe('Remover o link 1'))
  await waitFor(() => expect(saves.at(-1)?.body.external_links).toEqual(links.slice(0, 1)))

  const add = screen.getByRole('button', { name: 'Adicionar link' })
  await userEvent.click(add)
  expect(focused()).toBe('Título do link 2')
  await userEvent.click(add)
  expect(focused()).toBe('Título do link 2')
  await userEvent.click(screen.getByRole('button', { name: 'Remover o link 2' }))
  expect(screen.queryByLabelText('Título do link 2')).toBeNull()
  expect(focused()).toBe('Remover o link 1')
  await userEvent.keyboard('{Enter}')
  await answer('Remover')
  await waitFor(() => expect(document.activeElement).toBe(add))
})

it('shows and reads a duration of hours as the course does', async () => {
  const saves = await openWith({ main_media_duration: 3723 })
  const duration = await screen.findByLabelText('Duração')
  expect(duration).toHaveProperty('value', '1:02:03')
  for (const typed of ['62:04', '1:02:05']) {
    await userEvent.clear(duration)
    await userEvent.paste(typed)
    await userEvent.tab()
    expect(duration).toHaveProperty('value', `1:02:0${typed.at(-1)}`)
  }
  await waitFor(() => expect(saves.at(-1)?.body.main_media_duration).toBe(3725))
})

it('lets the author sign out, though the page has no header', async () => {
  lessonServer()
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Sua conta: Ana Souza' }))
  expect(screen.getByText('Sair')).toBeTruthy()
})

it('saves the course’s title on Enter, and leaves the cursor in it', async () => {
  const { renames } = lessonServer()
  await open()
  const title = await screen.findByLabelText('Título do curso')
  await userEvent.type(title, ' básico{Enter}')
  await waitFor(() => expect(renames.at(-1)?.body.title).toBe('Inglês básico'))
  expect(document.activeElement).toBe(title)
})

describe('how long a video is', () => {
  beforeEach(() => void heard.splice(0))
  const youtube = (id: string) => `https://www.youtube.com/watch?v=${id}`
  const [one, another] = ['aqz-KE-bpKQ', 'M7lc1UVf-VE'] as const
  const fields = async () => ({
    link: await screen.findByLabelText('Link do vídeo'),
    length: screen.getByLabelText('Duração'),
  })
  const give = async (field: HTMLElement, text: string) => {
    await userEvent.clear(field)
    await userEvent.click(field)
    await userEvent.paste(text)
  }
  const frameOf = (id: string) =>
    waitFor(() => {
      const shown = screen.getByTitle<HTMLIFrameElement>(/^Vídeo da aula/)
      expect(shown.src).toContain(id)
      return shown
    })
  function tellLength(frame: HTMLIFrameElement, duration: number) {
    const origin = 'https://www.youtube-nocookie.com'
    const data = JSON.stringify({ event: 'initialDelivery', info: { duration } })
    act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin, source: frame.contentWindow })))
  }
  /** Tells the length like YouTube's player, to a page that listens: it begins to some time after the frame is there. */
  async function sendLength(id: string, duration: number) {
    const frame = await frameOf(id)
    await waitFor(() => expect(heard.at(-1)).toContain(id))
    tellLength(frame, duration)
  }

  it('is filled in by a video whose link was given, and anew by the next one', async () => {
    const saves = await openWith({ main_media_url: '', main_media_duration: 0 })
    const { link, length } = await fields()
    await give(link, youtube(one))
    await sendLength(one, 0)
    await sendLength(one, 612.4)
    expect(length).toHaveProperty('value', '10:12')
    await give(link, youtube(another))
    await sendLength(another, 61)
    expect(length).toHaveProperty('value', '1:01')
    // On a slow machine the link is saved before the length is known.
    const saved = () => Object.assign({}, ...saves.map(({ body }) => body))
    await waitFor(() => expect(saved()).toMatchObject({ main_media_url: youtube(another), main_media_duration: 61 }))
  })

  it('stays as its author has typed it', async () => {
    await openWith({ main_media_url: '', main_media_duration: 0 })
    const { link, length } = await fields()
    await give(length, '5:00')
    await give(link, youtube(one))
    await sendLength(one, 612)
    expect(length).toHaveProperty('value', '5:00')
    await give(link, youtube(another))
    await sendLength(another, 61)
    await give(length, '2:00')
    await sendLength(another, 62)
    expect(length).toHaveProperty('value', '2:00')
  })

  it('is not changed by looking at a lesson', async () => {
    const saves = await openWith({ main_media_url: youtube(one), main_media_duration: 0 })
    const { length } = await fields()
    tellLength(await frameOf(one), 612)
    expect(length).toHaveProperty('value', '')
    expect(saves).toEqual([])
  })
})
