import { type Media, parseMedia } from '@escola/contract/media'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Receives what a frame's video reports of itself. */
export type Steer = (
  screen: HTMLIFrameElement,
  media: Media,
  onNews: (news: { duration?: number }) => void,
) => Promise<{ leave: () => void }>

/** Providers that report how long a video is. */
const reportingProviders: string[] = ['youtube', 'vimeo']
export const longestSeconds = 1_000_000

interface Options {
  address: string
  seconds: number
  loadSteer: () => Promise<Steer>
  onLength: (seconds: number) => void
}

/**
 * Fills in the length of a video whose link was given since the page was opened, unless its author typed one. The first video is left alone, because
 * looking at a lesson must not change it.
 * @returns the ref of its frame
 */
export function useVideoLength({ address, seconds, loadSteer, onLength }: Options) {
  const [screen, setScreen] = useState<HTMLIFrameElement | null>(null)
  const [first] = useState(address)
  /** Length that was filled in here, which the next video may replace. */
  const filled = useRef(0)

  const take = useEffectEvent((length: number) => {
    if (length > longestSeconds || (seconds !== 0 && seconds !== filled.current)) return
    filled.current = length
    if (length !== seconds) onLength(length)
  })
  const load = useEffectEvent(loadSteer)

  useEffect(() => {
    const media = parseMedia(address)
    if (!screen || !media || address === first || !reportingProviders.includes(media.provider)) return
    const gone = new AbortController()
    let isReported = false
    const handleNews = ({ duration = 0 }) => {
      const length = Math.round(duration)
      if (isReported || length === 0 || gone.signal.aborted) return
      isReported = true
      take(length)
    }
    load()
      .then((steer) => steer(screen, media, handleNews))
      .then(
        (player) => {
          if (gone.signal.aborted) player.leave()
          else gone.signal.addEventListener('abort', () => player.leave())
        },
        // The length is typed when the player doesn't load.
        () => {},
      )
    return () => gone.abort()
  }, [screen, address, first])
  return setScreen
}
