import type { Media } from '@escola/contract/media'
import { elementPlayer } from './element-player.ts'
import type { Player, Tell } from './player.ts'
import { vimeoPlayer } from './vimeo-player.ts'
import { youtubePlayer } from './youtube-player.ts'

/** Element that shows the video: a provider's frame, or the browser's own player. */
export type Screen = HTMLIFrameElement | HTMLVideoElement

export async function steer(screen: Screen, { provider, id }: Media, tell: Tell): Promise<Player> {
  if (screen instanceof HTMLVideoElement) return elementPlayer(screen, tell)
  return provider === 'youtube' ? youtubePlayer(screen, id, tell) : vimeoPlayer(screen, tell)
}
