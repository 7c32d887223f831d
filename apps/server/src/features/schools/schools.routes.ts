import { schools } from '@escola/contract/schools.contract'
import type { Mount } from '../../http/mount.ts'
import type { Contexts } from './schools.service.ts'

export const schoolRoutes = (mount: Mount, { contexts }: { contexts: Contexts }) => {
  mount(schools.context, ({ actor }, { query }) => contexts.of(actor, query))
}
