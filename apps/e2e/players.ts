import type { BrowserContext, FrameLocator, Page } from '@playwright/test'

/** Stand-in for a video; its seconds pass when a test tells it so. */
interface StandIn {
  second: number
  rate: number
  isPlaying: boolean
  /** Messages that the page has sent to the stand-in. */
  received: { method?: string; func?: string }[]
  play: () => void
  pause: () => void
  pass: (seconds: number) => void
}
declare global {
  interface Window {
    standIn: StandIn
  }
}

const duration = 600

/** Runs in the frame: a video that a page steers; the providers' messages are made of its state. */
function video(length: number) {
  const listeners: ((news: string) => void)[] = []
  const emit = (news: string) => {
    for (const each of listeners) each(news)
  }
  const it = {
    second: 0,
    rate: 1,
    isPlaying: false,
    received: [] as object[],
    on: (listener: (news: string) => void) => listeners.push(listener),
    play: () => {
      it.isPlaying = true
      emit('playing')
    },
    pause: () => {
      it.isPlaying = false
      emit('paused')
    },
    seek: (second: number) => {
      it.second = second
      emit('sought')
    },
    setRate: (rate: number) => {
      it.rate = rate
      emit('rate')
    },
    pass: (seconds: number) => {
      for (let quarter = 0; quarter < seconds * 4 && it.isPlaying; quarter++) {
        it.second = Math.min(length, it.second + 0.25)
        emit('progress')
        if (it.second < length) continue
        it.isPlaying = false
        emit('ended')
      }
    },
  }
  return it
}

/**
 * Runs in the frame as YouTube's embedded player: silent until a page says that it listens, then JSON with the listener's id and channel.
 */
function youtube(length: number, it: ReturnType<typeof video>) {
  const parameters = new URLSearchParams(location.search)
  if (parameters.get('enablejsapi') !== '1') return
  const [unstarted, ended, playing, paused, cued] = [-1, 0, 1, 2, 5]
  let state = unstarted
  let listener: { id: string; channel: string; origin: string } | undefined
  const send = (event: string, info: object | null) => {
    if (!listener) return
    const { id, channel, origin } = listener
    parent.postMessage(JSON.stringify({ event, info, id, channel }), origin)
  }
  const place = () => ({ currentTime: it.second, currentTimeLastUpdated_: Date.now() / 1000, playbackRate: it.rate })
  const become = (next: number) => {
    state = next
    send('infoDelivery', { ...place(), playerState: state, duration: length })
  }
  it.on((news) => {
    if (news === 'playing') become(playing)
    else if (news === 'paused') become(paused)
    else if (news === 'ended') become(ended)
    else if (news === 'rate') send('infoDelivery', { playbackRate: it.rate })
    else send('infoDelivery', place())
  })
  const commands: Record<string, (...args: never[]) => void> = {
    playVideo: it.play,
    pauseVideo: it.pause,
    seekTo: (second: number) => {
      it.seek(second)
      // Only a paused video waits.
      if (state !== paused) it.play()
    },
    cueVideoById: ({ startSeconds }: { startSeconds: number }) => {
      it.isPlaying = false
      it.second = startSeconds
      become(cued)
    },
    setPlaybackRate: it.setRate,
  }
  window.addEventListener('message', ({ data, source, origin }) => {
    if (source !== parent || typeof data !== 'string' || origin !== parameters.get('origin')) return
    const { event, func, args, id, channel } = JSON.parse(data)
    if (event === 'listening') {
      listener = { id, channel, origin }
      const availablePlaybackRates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]
      const info = { ...place(), playerState: state, duration: length, availablePlaybackRates }
      send('initialDelivery', info)
      send('onReady', null)
    } else if (event === 'command') {
      it.received.push({ func })
      commands[func]?.(...(args as never[]))
    }
  })
}

/**
 * Runs in the frame as Vimeo's player: says that it is ready, answers each method by its name, and sends events to pages that asked for
 * them.
 */
function vimeo(length: number, it: ReturnType<typeof video>) {
  const wanted = new Set<string>()
  const send = (message: object) => parent.postMessage(JSON.stringify(message), '*')
  const place = () => ({ seconds: it.second, percent: it.second / length, duration: length })
  const emit = (event: string, data: object = place()) => wanted.has(event) && send({ event, data })
  it.on((news) => {
    if (news === 'playing') for (const event of ['play', 'playing']) emit(event)
    else if (news === 'paused') emit('pause')
    else if (news === 'sought') emit('seeked')
    else if (news === 'rate') emit('playbackratechange', { playbackRate: it.rate })
    else if (news === 'ended') for (const event of ['timeupdate', 'pause', 'ended']) emit(event)
    else emit('timeupdate')
  })
  let isReady = false
  const ready = () => {
    if (!isReady) send({ event: 'ready' })
    isReady = true
  }
  const methods: Record<string, (value: never) => unknown> = {
    ping: () => undefined,
    addEventListener: (event: string) => void wanted.add(event),
    getDuration: () => length,
    getPlaybackRate: () => it.rate,
    getPaused: () => !it.isPlaying,
    setCurrentTime: (second: number) => {
      it.seek(second)
      return second
    },
    play: it.play,
    pause: it.pause,
    setPlaybackRate: (rate: number) => {
      it.setRate(rate)
      return rate
    },
  }
  window.addEventListener('message', ({ data, source }) => {
    if (source !== parent) return
    const { method, value } = typeof data === 'string' ? JSON.parse(data) : data
    it.received.push({ method })
    // Usually the page is there before the player is.
    if (!isReady) return ready()
    const answer = methods[method]
    if (answer) send({ method, value: answer(value as never) })
    else send({ event: 'error', data: { method, name: 'TypeError', message: 'Unknown' } })
  })
  setTimeout(ready, 2000)
}

const pageOf = (provider: typeof youtube | typeof vimeo) => `<!doctype html><html lang="pt-BR"><title>Vídeo</title>
  <script>window.standIn = (${video})(${duration}); (${provider})(${duration}, window.standIn)</script>`

/** Answers the providers' frames with our own pages, which exchange the providers' messages. */
export async function standInForPlayers(context: BrowserContext) {
  for (const [host, provider] of [
    ['www.youtube-nocookie.com', youtube],
    ['player.vimeo.com', vimeo],
  ] as const)
    await context.route(`https://${host}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: pageOf(provider) }),
    )
}

/** Steers the player of the open lesson. */
export function playerOf(page: Page) {
  const frame: FrameLocator = page.frameLocator('iframe[title^="Vídeo da aula"]')
  const inside = frame.locator('html')
  return {
    play: () => inside.evaluate(() => window.standIn.play()),
    pause: () => inside.evaluate(() => window.standIn.pause()),
    pass: (seconds: number) => inside.evaluate((_, passed) => window.standIn.pass(passed), seconds),
    state: () =>
      inside.evaluate(() => {
        const { second, rate, isPlaying } = window.standIn
        return { second, rate, isPlaying }
      }),
    methods: () => inside.evaluate(() => window.standIn.received.map(({ method }) => method)),
  }
}
