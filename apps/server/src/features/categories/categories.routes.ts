import { courses } from '@escola/contract/courses.contract'
import type { Mount } from '../../http/mount.ts'
import { listCategories, updateCategories } from './categories.service.ts'

export const categoryRoutes = (mount: Mount) => {
  mount(courses.listCategories, (school) => listCategories(school))
  mount(courses.updateCategories, (school, { body }) => updateCategories(school, body))
}
