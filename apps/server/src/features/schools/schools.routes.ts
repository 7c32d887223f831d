import { schools } from '@escola/contract/schools.contract'
import type { Mount } from '../../http/mount.ts'
import { Written, writerOf } from '../../http/writer.ts'
import { type Contexts, setBlocked } from './schools.service.ts'

export const schoolRoutes = (mount: Mount, { contexts }: { contexts: Contexts }) => {
  const write = writerOf(schools.context.response)
  mount(schools.context, async ({ actor }, { query }) => new Written(write(await contexts.of(actor, query))))
  mount(schools.update, (school, { body }) => setBlocked(school, body.is_blocked))
}
