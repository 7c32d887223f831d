import { videos } from '@escola/contract/videos.contract'
import { done } from '@escola/contract/wire'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { putPart } from './video-parts.service.ts'
import { beginVideo, finishVideo, giveUpVideo, listVideos } from './videos.service.ts'

export const videoRoutes = (mount: Mount, tools: Tools) => {
  mount(videos.list, (school) => listVideos(school, tools))
  mount(videos.begin, (school, { body }) => beginVideo(school, body, tools))
  mount(videos.putPart, (school, { params, bytes }) => putPart(school, { ...params, bytes }, tools))
  mount(videos.finish, (school, { params }) => finishVideo(school, params.id, tools))
  mount(videos.giveUp, async (school, { params }) => {
    await giveUpVideo(school, params.id, tools)
    return done
  })
}
