import { coursePages } from '@escola/contract/course-pages.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { getPage, getSettings, saveSettings } from './course-pages.service.ts'

export const coursePageRoutes = (mount: Mount, tools: Tools) => {
  mount(coursePages.get, (school, { params }) => getPage(school, params.link))
  mount(coursePages.settings, (school, { params }) => getSettings(school, params.link))
  mount(coursePages.save, (school, { params, body }) => saveSettings(school, { link: params.link, ...body }, tools))
}
