import { expect, it, vi } from 'vitest'
import { createElementPlayer } from './element-player.ts'
import type { News } from './player.ts'

/** A video of ten minutes; jsdom has the element and plays nothing. */
function video() {
  const element = document.createElement('video')
  const state = { readyState: 0, duration: Number.NaN, paused: true }
  for (const name of ['readyState', 'duration', 'paused'] as const)
    Object.defineProperty(element, name, { get: () => state[name] })
  const play = vi.spyOn(element, 'play').mockRejectedValue(new DOMException('No', 'NotAllowedError'))
  const news: News[] = []
  const happens = (name: string, change: Partial<typeof state> = {}) => {
    Object.assign(state, change)
    element.dispatchEvent(new Event(name))
  }
  const onNews = (report: News) => news.push(report)
  return { element, play, news, happens, onNews }
}

it('tells what the browser plays, from when it knows the video until it has left', () => {
  const { element, news, happens, onNews } = video()
  const player = createElementPlayer(element, onNews)
  expect(news).toEqual([])
  happens('loadedmetadata', { readyState: 1, duration: 600 })
  element.currentTime = 42
  happens('playing', { paused: false })
  happens('timeupdate')
  happens('pause', { paused: true })
  happens('ended')
  player.leave()
  happens('timeupdate')
  const at = { second: 42, duration: 600 }
  expect(news).toEqual([
    { second: 0, duration: 600, isReady: true, isPlaying: false, rate: 1 },
    { ...at, isPlaying: true },
    at,
    { ...at, isPlaying: false },
    { ...at, isPlaying: false, hasEnded: true },
  ])
})

it('goes where it is sent, at the speed that it is given, also when the browser lets it not begin by itself', () => {
  const { element, play, news, happens, onNews } = video()
  happens('loadedmetadata', { readyState: 1, duration: 600 })
  const player = createElementPlayer(element, onNews)
  expect(news).toHaveLength(1)
  player.cue(39)
  expect([element.currentTime, play.mock.calls.length]).toEqual([39, 0])
  player.playFrom(0)
  expect([element.currentTime, play.mock.calls.length]).toEqual([0, 1])
  player.setRate(1.5)
  element.dispatchEvent(new Event('ratechange'))
  expect(element.playbackRate).toBe(1.5)
  expect(news.at(-1)).toEqual({ rate: 1.5 })
})
