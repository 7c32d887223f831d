import { charges } from '@escola/contract/charges.contract'
import type { Mount } from '../../http/mount.ts'
import { readCharged } from './charged-students.service.ts'

export const chargeRoutes = (mount: Mount) => {
  mount(charges.students, (school, { params, query }) => readCharged(school, { id: params.id, page: query.page }))
}
