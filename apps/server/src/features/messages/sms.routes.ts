import { sms } from '@escola/contract/sms.contract'
import type { PlatformTools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { receiveZenvia } from './sms-events.service.ts'

export const smsRoutes = (mount: Mount, tools: PlatformTools) => {
  mount(sms.receiveZenvia, (call, { body }) => receiveZenvia(call, body, tools))
}
