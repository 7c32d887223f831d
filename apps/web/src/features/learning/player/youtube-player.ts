import type { News, OnNews, Player } from './player.ts'

const origin = 'https://www.youtube-nocookie.com'
const askAgainAfter = 500
/** States of YouTube's player, by its own numbers. */
const [ended, playing, paused] = [0, 1, 2]

interface Info {
  currentTime?: unknown
  duration?: unknown
  playerState?: unknown
  playbackRate?: unknown
  availablePlaybackRates?: unknown
}

/**
 * Talks to YouTube's frame in the messages that its own script would exchange with it, because that script is a stranger's program in our page. The
 * frame sends nothing before it was told of a listener, which it may hear only once it has loaded, so it is told until it answers.
 */
export function createYoutubePlayer(frame: HTMLIFrameElement, videoId: string, onNews: OnNews): Player {
  const post = (message: object, to: string) =>
    frame.contentWindow?.postMessage(JSON.stringify({ ...message, id: 'escola', channel: 'widget' }), to)
  // The message goes to any origin: it holds nothing, and before the frame has loaded it has no origin yet.
  const listen = () => post({ event: 'listening' }, '*')
  const sendCommand = (func: string, ...args: unknown[]) => post({ event: 'command', func, args }, origin)

  const onMessage = (message: MessageEvent) => {
    if (message.origin !== origin || message.source !== frame.contentWindow) return
    const { event, info } = parse(message.data)
    if (event !== 'initialDelivery' && event !== 'infoDelivery') return
    if (event === 'initialDelivery') clearInterval(asking)
    onNews({ ...newsOf(info ?? {}), ...(event === 'initialDelivery' ? { isReady: true } : {}) })
  }
  window.addEventListener('message', onMessage)
  const asking = setInterval(listen, askAgainAfter)
  listen()

  return {
    // The video is cued, because seeking would play it.
    cue: (startSeconds) => sendCommand('cueVideoById', { videoId, startSeconds }),
    playFrom: (second) => {
      sendCommand('seekTo', second, true)
      sendCommand('playVideo')
    },
    play: () => sendCommand('playVideo'),
    setRate: (rate) => sendCommand('setPlaybackRate', rate),
    leave: () => {
      clearInterval(asking)
      window.removeEventListener('message', onMessage)
    },
  }
}

function parse(data: unknown): { event?: string; info?: Info | null } {
  try {
    return (JSON.parse(String(data)) as object | null) ?? {}
  } catch {
    return {}
  }
}

function newsOf({ currentTime, duration, playerState, playbackRate, availablePlaybackRates }: Info): News {
  return {
    ...(typeof currentTime === 'number' ? { second: currentTime } : {}),
    ...(typeof duration === 'number' ? { duration } : {}),
    ...(typeof playbackRate === 'number' ? { rate: playbackRate } : {}),
    ...(Array.isArray(availablePlaybackRates) ? { rates: availablePlaybackRates as number[] } : {}),
    ...(playerState === playing ? { isPlaying: true } : {}),
    ...(playerState === paused || playerState === ended ? { isPlaying: false } : {}),
    ...(playerState === ended ? { hasEnded: true } : {}),
  }
}
