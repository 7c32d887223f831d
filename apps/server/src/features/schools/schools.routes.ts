import { schools } from '@escola/contract/schools.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { Contexts } from './schools.service.ts'

export const schoolRoutes = (mount: Mount, tools: Tools) => {
  const contexts = new Contexts(tools)
  mount(schools.context, ({ actor }, { query }) => contexts.of(actor, query))
}
