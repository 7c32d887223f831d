import { afterEach, expect, it, vi } from 'vitest'
import { realClock } from '../../../testing/clock.ts'
import type { News } from './player.ts'
import { createYoutubePlayer } from './youtube-player.ts'

afterEach(() => {
  realClock()
  document.body.replaceChildren()
})

const origin = 'https://www.youtube-nocookie.com'

/** The driver, and what its frame is sent and says. */
function frame() {
  const element = document.body.appendChild(document.createElement('iframe'))
  const sent: { message: Record<string, unknown>; to: string }[] = []
  vi.spyOn(element.contentWindow!, 'postMessage').mockImplementation(((message: string, to: string) => {
    sent.push({ message: JSON.parse(message), to })
  }) as never)
  const news: News[] = []
  const player = createYoutubePlayer(element, 'aqz-KE-bpKQ', (report) => news.push(report))
  const say = (data: unknown, from: { origin?: string; source?: Window | null } = {}) =>
    window.dispatchEvent(
      new MessageEvent('message', {
        data: typeof data === 'string' ? data : JSON.stringify(data),
        origin: from.origin ?? origin,
        source: from.source === undefined ? element.contentWindow : from.source,
      }),
    )
  return { player, sent, news, say }
}
const initial = { event: 'initialDelivery', info: { currentTime: 0, duration: 600, playerState: -1, playbackRate: 1 } }

it('says that it listens until it is answered', () => {
  vi.useFakeTimers()
  const { sent, say, player } = frame()
  vi.advanceTimersByTime(1000)
  expect(sent.map(({ message }) => message)).toEqual(
    Array(3).fill({ event: 'listening', id: 'escola', channel: 'widget' }),
  )
  say(initial)
  vi.advanceTimersByTime(5000)
  expect(sent).toHaveLength(3)
  player.leave()
})

it('hears where the video is, and nothing once it has left', () => {
  const { news, say, player } = frame()
  say(initial)
  say({ event: 'infoDelivery', info: { playerState: 1, currentTime: 3.2, availablePlaybackRates: [1, 2] } })
  say({ event: 'infoDelivery', info: { playerState: 3 } })
  say({ event: 'infoDelivery', info: { playerState: 2 } })
  say({ event: 'infoDelivery', info: { playerState: 0, currentTime: 600 } })
  player.leave()
  say({ event: 'infoDelivery', info: { currentTime: 4 } })
  expect(news).toEqual([
    { second: 0, duration: 600, rate: 1, isReady: true },
    { second: 3.2, rates: [1, 2], isPlaying: true },
    {},
    { isPlaying: false },
    { second: 600, isPlaying: false, hasEnded: true },
  ])
})

it('tells the frame of YouTube alone what to do', () => {
  const { sent, player } = frame()
  player.cue(39)
  player.playFrom(0)
  player.setRate(1.5)
  player.leave()
  const command = (func: string, ...args: unknown[]) => ({
    message: { event: 'command', func, args, id: 'escola', channel: 'widget' },
    to: origin,
  })
  expect(sent.slice(1)).toEqual([
    command('cueVideoById', { videoId: 'aqz-KE-bpKQ', startSeconds: 39 }),
    command('seekTo', 0, true),
    command('playVideo'),
    command('setPlaybackRate', 1.5),
  ])
})

it.each([
  ['another site', { origin: 'https://youtube-nocookie.com.evil.example' }],
  ['another frame of YouTube', { source: window }],
  ['nobody', { source: null }],
])('hears nothing from %s', (_, from) => {
  const { news, say, player } = frame()
  say(initial, from)
  player.leave()
  expect(news).toEqual([])
})

it.each(['', 'null', '[]', '{', '{"event":"infoDelivery","info":null}', '{"event":"infoDelivery","info":"x"}', '7'])(
  'is not put out by %j',
  (text) => {
    const { news, say, player } = frame()
    expect(() => say(text)).not.toThrow()
    say({ event: 'infoDelivery', info: { currentTime: 'x', duration: null, playerState: '1', playbackRate: {} } })
    player.leave()
    expect(news.filter((each) => Object.keys(each).length > 0)).toEqual([])
  },
)
