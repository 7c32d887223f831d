import { errors } from '@escola/contract/errors'
import { learning } from '@escola/contract/learning.contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { UploadedVideo } from './uploaded-video.tsx'

async function open(answer: (count: number) => { url: string }) {
  let count = 0
  const asked = fakeServer().on(learning.fileLink, () => answer(++count))
  await showScreen({
    at: '/aula',
    route: '/aula',
    show: () => <UploadedVideo lessonId="30" fileId="9" title="No aeroporto" />,
  })
  const video = await screen.findByLabelText<HTMLVideoElement>('Vídeo da aula No aeroporto')
  return { asked, video }
}
/** A browser that plays: jsdom does not. */
const playing = (video: HTMLVideoElement, state: { time: number; speed: number }) => {
  const play = vi.fn(async () => {})
  Object.defineProperties(video, {
    currentTime: { value: state.time, writable: true },
    playbackRate: { value: state.speed, writable: true },
    paused: { value: false },
    play: { value: play },
  })
  return play
}

it('goes on at the same second, as fast, with another link when its own has run out', async () => {
  const { asked, video } = await open((count) => ({ url: `/link-${count}` }))
  await waitFor(() => expect(video.getAttribute('src')).toBe('/link-1'))
  expect(asked[0]?.params).toMatchObject({ contentId: '30', fileId: '9' })
  const play = playing(video, { time: 754, speed: 1.5 })
  const seen: number[] = []
  video.addEventListener('timeupdate', () => seen.push(video.currentTime))
  fireEvent.timeUpdate(video)
  fireEvent.error(video)
  await waitFor(() => expect(video.getAttribute('src')).toBe('/link-2'))
  // A browser begins like this with another source.
  Object.assign(video, { currentTime: 0, playbackRate: video.defaultPlaybackRate })
  fireEvent.timeUpdate(video)
  fireEvent.loadedMetadata(video)
  fireEvent.timeUpdate(video)
  // The keeper of the user's position never hears of the beginning.
  expect(seen).toEqual([754, 754])
  expect([video.currentTime, video.playbackRate, play.mock.calls.length]).toEqual([754, 1.5, 1])
})

it('loads anew when it fails so soon that the other link is the same', async () => {
  const { asked, video } = await open(() => ({ url: '/link' }))
  await waitFor(() => expect(video.getAttribute('src')).toBe('/link'))
  const load = vi.spyOn(video, 'load').mockImplementation(() => {})
  fireEvent.error(video)
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  expect(asked).toHaveLength(2)
})

it('gives up where it fails again and again, and tries anew when it is told to', async () => {
  const { asked, video } = await open((count) => ({ url: `/link-${count}` }))
  playing(video, { time: 10, speed: 1 })
  for (const count of [1, 2]) {
    await waitFor(() => expect(video.getAttribute('src')).toBe(`/link-${count}`))
    fireEvent.error(video)
  }
  await waitFor(() => expect(video.getAttribute('src')).toBe('/link-3'))
  fireEvent.error(video)
  await screen.findByText('Este navegador não conseguiu mostrar o vídeo')
  expect(asked).toHaveLength(3)
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  await waitFor(() => expect(screen.getByLabelText('Vídeo da aula No aeroporto').getAttribute('src')).toBe('/link-4'))
})

it('says why no link is given', async () => {
  fakeServer().on(learning.fileLink, () => refuse('fileLocked'))
  await showScreen({ at: '/aula', route: '/aula', show: () => <UploadedVideo fileId="9" title="Aula" /> })
  await screen.findByText(errors.degree_lesson_locked.pt)
})
