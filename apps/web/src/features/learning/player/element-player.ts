import type { OnNews, Player } from './player.ts'

/** The browser's own player, for videos that lie with us. */
export function createElementPlayer(video: HTMLVideoElement, onNews: OnNews): Player {
  const listening = new AbortController()
  const on = (names: string[], news: () => void) => {
    for (const name of names) video.addEventListener(name, news, listening)
  }
  const place = () => ({ second: video.currentTime, duration: Number.isFinite(video.duration) ? video.duration : 0 })
  const play = () => void video.play().catch(() => {})
  on(['timeupdate', 'seeked'], () => onNews(place()))
  on(['playing'], () => onNews({ ...place(), isPlaying: true }))
  on(['pause'], () => onNews({ ...place(), isPlaying: false }))
  on(['ended'], () => onNews({ ...place(), isPlaying: false, hasEnded: true }))
  on(['ratechange'], () => onNews({ rate: video.playbackRate }))
  const ready = () => onNews({ ...place(), isReady: true, isPlaying: !video.paused, rate: video.playbackRate })
  if (video.readyState >= HTMLMediaElement.HAVE_METADATA) ready()
  else video.addEventListener('loadedmetadata', ready, { once: true, signal: listening.signal })
  return {
    cue: (second) => {
      video.currentTime = second
    },
    playFrom: (second) => {
      video.currentTime = second
      play()
    },
    play,
    setRate: (rate) => {
      video.playbackRate = rate
    },
    leave: () => listening.abort(),
  }
}
