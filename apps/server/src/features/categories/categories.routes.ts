import { categories } from '@escola/contract/categories.contract'
import type { Mount } from '../../http/mount.ts'
import { listCategories, updateCategories } from './categories.service.ts'

export const categoryRoutes = (mount: Mount) => {
  mount(categories.list, (school) => listCategories(school))
  mount(categories.update, (school, { body }) => updateCategories(school, body))
}
