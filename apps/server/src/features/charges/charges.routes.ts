import { charges } from '@escola/contract/charges.contract'
import type { Mount } from '../../http/mount.ts'
import { showChargedFor } from './charged-already.service.ts'
import { readCharged } from './charged-students.service.ts'
import { readMonthStudents } from './month-students.service.ts'
import type { ChargeTools } from './student-charges.service.ts'

export const chargeRoutes = (mount: Mount, tools: ChargeTools) => {
  mount(charges.month, (school) => readMonthStudents(school, tools))
  mount(charges.students, (school, { params, query }) => readCharged(school, { id: params.id, page: query.page }))
  mount(charges.already, (school, { body }) => showChargedFor(school, body.user_ids, tools))
}
