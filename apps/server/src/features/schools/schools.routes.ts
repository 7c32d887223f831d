import { schools } from '@escola/contract/schools.contract'
import type { Mount } from '../../http/mount.ts'
import type { Tools } from '../../tools.ts'
import { getContext } from './schools.service.ts'

export const schoolRoutes = (mount: Mount, tools: Tools) => {
  mount(schools.context, (visit, { query }) => getContext(visit, query, tools))
}
