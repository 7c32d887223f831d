import { bookmarks } from '@escola/contract/bookmarks.contract'
import type { Mount } from '../../http/mount.ts'
import type { LearningTools } from '../learning/learning.service.ts'
import { getBookmarks, saveBookmark } from './bookmarks.service.ts'

export const bookmarkRoutes = (mount: Mount, tools: LearningTools) => {
  mount(bookmarks.save, (school, { body }) => saveBookmark(school, body, tools))
  mount(bookmarks.mine, (school) => getBookmarks(school))
}
