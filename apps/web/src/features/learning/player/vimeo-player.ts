import type { OnNews, Player } from './player.ts'

/**
 * Vimeo's library does three things by itself when it is loaded, unless these marks say that they are done: it sends the player this page's whole
 * address, obeys a parameter of that address, and changes the frame. None of it is wanted.
 */
const unwanted = [
  'VimeoSeoMetadataAppended',
  'VimeoCheckedUrlTimeParam',
  'VimeoPlayerResizeEmbeds_',
  'VimeoDRMEmbedsUpdated',
]

async function loadLibrary() {
  for (const name of unwanted) Object.assign(window, { [name]: true })
  return (await import('@vimeo/player')).default
}

/** Vimeo's frame, by Vimeo's own library, which comes with our program and speaks with the frame in messages alone. */
export async function createVimeoPlayer(frame: HTMLIFrameElement, onNews: OnNews): Promise<Player> {
  const Library = await loadLibrary()
  const vimeo = new Library(frame)
  const isOver = new AbortController()
  const say: OnNews = (news) => !isOver.signal.aborted && onNews(news)
  const place = ({ seconds, duration }: { seconds: number; duration: number }) => ({ second: seconds, duration })
  vimeo.on('timeupdate', (at) => say(place(at)))
  vimeo.on('seeked', (at) => say(place(at)))
  vimeo.on('playing', (at) => say({ ...place(at), isPlaying: true }))
  vimeo.on('pause', (at) => say({ ...place(at), isPlaying: false }))
  vimeo.on('ended', (at) => say({ ...place(at), isPlaying: false, hasEnded: true }))
  vimeo.on('playbackratechange', ({ playbackRate }) => say({ rate: playbackRate }))
  // A refusal, because a video is private or a moment too early, is shown by the player's own frame.
  const ignoreErrors = (promise: Promise<unknown>) => void promise.catch(() => {})
  const play = () => ignoreErrors(vimeo.play())
  ignoreErrors(
    Promise.all([vimeo.getDuration(), vimeo.getPlaybackRate(), vimeo.getPaused()]).then(([duration, rate, isPaused]) =>
      say({ isReady: true, duration, rate, isPlaying: !isPaused }),
    ),
  )
  return {
    cue: (second) => ignoreErrors(vimeo.setCurrentTime(second)),
    playFrom: (second) => {
      ignoreErrors(vimeo.setCurrentTime(second))
      play()
    },
    play,
    setRate: (rate) => void vimeo.setPlaybackRate(rate).catch(() => say({ rates: [] })),
    leave: () => {
      isOver.abort()
      // The destruction takes the frame away too, which React has done by then, or will.
      if (!frame.isConnected) ignoreErrors(vimeo.destroy())
    },
  }
}
