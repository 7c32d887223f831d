import { categories } from '@escola/contract/categories.contract'
import type { Mount } from '../../http/mount.ts'
import { listCategories, updateCategories } from './categories.service.ts'
import { listChoices } from './chosen-courses.service.ts'

export const categoryRoutes = (mount: Mount) => {
  mount(categories.list, (school) => listCategories(school))
  mount(categories.choices, (school) => listChoices(school))
  mount(categories.update, (school, { body }) => updateCategories(school, body))
}
