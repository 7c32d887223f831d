import type { Media } from '@escola/contract/media'
import { createElementPlayer } from './element-player.ts'
import type { OnNews, Player } from './player.ts'
import { createVimeoPlayer } from './vimeo-player.ts'
import { createYoutubePlayer } from './youtube-player.ts'

/** Element that shows the video: a provider's frame, or the browser's own player. */
export type Screen = HTMLIFrameElement | HTMLVideoElement

export async function createPlayer(screen: Screen, { provider, id }: Media, onNews: OnNews): Promise<Player> {
  if (screen instanceof HTMLVideoElement) return createElementPlayer(screen, onNews)
  return provider === 'youtube' ? createYoutubePlayer(screen, id, onNews) : createVimeoPlayer(screen, onNews)
}
