import { security } from '@escola/contract/security.contract'
import type { SecurityLog } from '../../core/security-events.ts'
import type { PlatformTools } from '../../core/tools.ts'
import type { Gate } from '../../http/gate.ts'
import type { Mount } from '../../http/mount.ts'
import { addPasskey, removePasskey, startPasskey } from './passkeys.service.ts'
import { confirmSecondFactor, removeSecondFactor, renewCodes, startSecondFactor } from './second-factor.service.ts'
import { showSecurity } from './security.service.ts'

export const securityRoutes = (mount: Mount, tools: PlatformTools & { securityLog: SecurityLog; gate: Gate }) => {
  const { securityLog: log } = tools
  mount(security.show, (scope) => showSecurity(scope, tools))
  mount(security.startSecondFactor, (scope) => startSecondFactor(scope, tools))
  mount(security.confirmSecondFactor, (scope, { body }) =>
    log.recordSuccess('second_factor_added', scope, confirmSecondFactor(scope, body, tools)),
  )
  mount(security.removeSecondFactor, (scope) =>
    log.recordSuccess('second_factor_removed', scope, removeSecondFactor(scope, tools)),
  )
  mount(security.renewCodes, (scope) => log.recordSuccess('recovery_codes_renewed', scope, renewCodes(scope, tools)))
  mount(security.startPasskey, (scope) => startPasskey(scope, tools))
  mount(security.addPasskey, (scope, { body }) =>
    log.recordSuccess('passkey_added', scope, addPasskey(scope, body, tools)),
  )
  mount(security.removePasskey, (scope, { params }) =>
    log.recordSuccess('passkey_removed', scope, removePasskey(scope, params, tools)),
  )
}
