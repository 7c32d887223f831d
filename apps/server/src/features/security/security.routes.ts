import { security } from '@escola/contract/security.contract'
import type { PlatformTools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { addPasskey, removePasskey, startPasskey } from './passkeys.service.ts'
import { confirmSecondFactor, removeSecondFactor, renewCodes, startSecondFactor } from './second-factor.service.ts'
import { showSecurity } from './security.service.ts'

export const securityRoutes = (mount: Mount, tools: PlatformTools) => {
  mount(security.show, (scope) => showSecurity(scope, tools))
  mount(security.startSecondFactor, (scope) => startSecondFactor(scope, tools))
  mount(security.confirmSecondFactor, (scope, { body }) => confirmSecondFactor(scope, body, tools))
  mount(security.removeSecondFactor, (scope) => removeSecondFactor(scope, tools))
  mount(security.renewCodes, (scope) => renewCodes(scope, tools))
  mount(security.startPasskey, (scope) => startPasskey(scope, tools))
  mount(security.addPasskey, (scope, { body }) => addPasskey(scope, body, tools))
  mount(security.removePasskey, (scope, { params }) => removePasskey(scope, params, tools))
}
