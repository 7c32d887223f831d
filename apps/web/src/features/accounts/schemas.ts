import { RecoveryRequest, SignIn } from '@escola/contract/sessions.contract'

export const schemas = { RecoveryRequest, SignIn }
