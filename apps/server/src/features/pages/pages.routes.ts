import { pages } from '@escola/contract/pages.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { openPage, savePage } from './pages.service.ts'

export const pageRoutes = (mount: Mount, tools: Tools) => {
  mount(pages.get, (school, { params }) => openPage(school, params.page))
  mount(pages.save, (school, { params, body }) => savePage(school, { page: params.page, ...body }, tools))
}
