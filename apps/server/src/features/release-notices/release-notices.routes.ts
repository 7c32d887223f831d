import { releaseNotices } from '@escola/contract/release-notices.contract'
import type { Mount } from '../../http/mount.ts'
import { readNotice } from './release-notices.service.ts'

export const releaseNoticeRoutes = (mount: Mount) => {
  mount(releaseNotices.read, (school, { body }) => readNotice(school, body.kind))
}
